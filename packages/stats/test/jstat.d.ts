// jstat ships no types. The tests use only these two functions, as an oracle.
declare module "jstat" {
  const jstat: {
    studentt: {
      cdf(t: number, df: number): number;
      inv(p: number, df: number): number;
    };
  };
  export default jstat;
}
