import fc from 'fast-check';

/** Code that must hold for any input. */
export interface FuzzTarget<Input = never> {
	readonly name: string;
	/** Inputs that are JSON values, so that failing ones can be kept. */
	readonly input: fc.Arbitrary<Input>;
	/** Throws, or rejects, if the input is a fault. */
	check(input: Input): void | Promise<void>;
	/** Prepares `check`. Returns the function that ends that. */
	start?(): Promise<() => Promise<void>>;
}

/** A target without the type of its inputs, for lists of targets. */
export interface AnyTarget {
	readonly name: string;
	/** Runs random inputs until a time, ms since the start of the process, or the first fault. */
	run(options: { seed: number; untilMs: number; most?: number }): Promise<FuzzResult>;
	/** Runs one input. */
	replay(input: unknown): Promise<void>;
}

export interface FuzzResult {
	readonly runs: number;
	readonly fault: { readonly input: unknown; readonly reason: string } | undefined;
}

/** Number of inputs between two looks at the clock. */
const BATCH = 100;

export function target<Input>(declared: FuzzTarget<Input>): AnyTarget {
	const { name, input, check } = declared;
	const prepared = async <Result>(work: () => Promise<Result>): Promise<Result> => {
		const end = await declared.start?.();
		try {
			return await work();
		} finally {
			await end?.();
		}
	};
	return {
		name,
		run: ({ seed, untilMs, most = Number.POSITIVE_INFINITY }) =>
			prepared(async () => {
				let runs = 0;
				for (let batch = 0; runs < most && performance.now() < untilMs; batch++) {
					const found = await fc.check(
						fc.asyncProperty(input, async (given) => check(given)),
						{ seed: seed + batch, numRuns: Math.min(BATCH, most - runs) },
					);
					runs += found.numRuns;
					const [failing] = found.counterexample ?? [];
					if (found.failed) return { runs, fault: { input: failing, reason: reasonOf(found.errorInstance) } };
				}
				return { runs, fault: undefined };
			}),
		// The file has only inputs of this target.
		replay: (given) => prepared(async () => check(given as Input)),
	};
}

function reasonOf(error: unknown): string {
	return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/** Any bytes, in base64. */
export function bytesOf(most: number): fc.Arbitrary<string> {
	return fc.uint8Array({ maxLength: most }).map((bytes) => Buffer.from(bytes).toString('base64'));
}

/** An original with some changes, in base64: bytes are replaced, removed and inserted. */
export function mutated(originals: readonly (string | Buffer)[]): fc.Arbitrary<string> {
	const change = fc.record({ at: fc.nat(), cut: fc.nat(8), put: fc.uint8Array({ maxLength: 8 }) });
	return fc
		.tuple(fc.constantFrom(...originals), fc.array(change, { minLength: 1, maxLength: 6 }))
		.map(([original, changes]) => {
			let bytes = Buffer.from(original);
			for (const { at, cut, put } of changes) {
				const place = at % (bytes.length + 1);
				bytes = Buffer.concat([bytes.subarray(0, place), put, bytes.subarray(place + cut)]);
			}
			return bytes.toString('base64');
		});
}
