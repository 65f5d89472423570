/** What a calibration server answers to /hello, and to /work. */
export interface Answers {
  readonly hello: () => string;
  readonly work: () => string;
}
