/** Loads a package that the trial installed. */
export type Load = (name: string) => Promise<unknown>;

/** A library that seedtop does not use, and the reason as a program. */
export interface Trial {
	readonly name: string;
	/** Packages with exact versions, installed into a temporary folder. */
	readonly packages: readonly string[];
	/** Returns what it found, one fact a line. */
	run(load: Load): Promise<readonly string[]>;
}

/** Returns the result of a function as JSON, or its error. */
export function outcome(run: () => unknown): string {
	try {
		return JSON.stringify(run());
	} catch (error) {
		return error instanceof Error ? `${error.name}: ${error.message.slice(0, 120)}` : String(error);
	}
}

/** Returns the shortest of five runs, in milliseconds. */
export function shortest(run: () => unknown): number {
	const times = Array.from({ length: 5 }, () => {
		const began = performance.now();
		run();
		return performance.now() - began;
	});
	return Math.round(Math.min(...times) * 10) / 10;
}
