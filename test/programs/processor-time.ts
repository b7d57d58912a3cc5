/** Returns the processor time of some work in this process, ms. Unlike elapsed time, it excludes other programs. */
export function processorTime(work: () => void): number {
	const start = process.cpuUsage();
	work();
	return process.cpuUsage(start).user / 1_000;
}
