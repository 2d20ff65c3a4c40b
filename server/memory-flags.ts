/**
 * How a process of the house is started. Garbage that is young is collected in portions of 4 MB instead of 16: each pause is shorter by
 * as much; 15 to 27 ms were felt by every order that came meanwhile. Old garbage is marked by one thread beside the loop instead of four:
 * where the house has a core to itself the four took it in turns, and each turn of the loop waited 15 to 25 ms for a quarter of a second.
 * The heap may grow to twice of what lives before garbage is looked for, not to four times: under a flood of requests that wait it held
 * 590 MB, of which 150 lived. Node takes all three on the command line only.
 */
export const memoryFlags = ['--max-semi-space-size=4', '--v8-pool-size=1', '--heap-growing-percent=100'] as const;
