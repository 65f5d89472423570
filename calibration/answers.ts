/** The responses of a calibration server to /hello and to /work. */
export interface Answers {
  readonly hello: () => string;
  readonly work: () => string;
}
