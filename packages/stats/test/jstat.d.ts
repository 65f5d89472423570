// jstat ships no types; these are the two functions which serve as an oracle.
declare module "jstat" {
  const jstat: {
    studentt: {
      cdf(t: number, df: number): number;
      inv(p: number, df: number): number;
    };
  };
  export default jstat;
}
