// A neighbour who uses the CPU at random: spins for 5 to 150 ms, rests for as long, until it is ended.
const some = () => 5 + 145 * Math.random();

const spin = (): void => {
  const until = performance.now() + some();
  while (performance.now() < until);
  setTimeout(spin, some());
};
spin();
