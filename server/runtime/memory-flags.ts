/**
 * Node options of the server process. The young generation is collected in portions of 4 MB instead of 16,
 * which shortens the pauses; otherwise commands saw 15 to 27 ms. The old generation is marked by one thread
 * beside the loop instead of four: on a single core the four took turns, and each turn of the loop waited 15
 * to 25 ms for a quarter of a second. The heap may grow to twice the live size before a collection, not four
 * times: under a flood of waiting requests it held 590 MB, of which 150 were live. Node takes all three on
 * the command line only.
 */
export const memoryFlags = [
  '--max-semi-space-size=4',
  '--v8-pool-size=1',
  '--heap-growing-percent=100',
] as const;
