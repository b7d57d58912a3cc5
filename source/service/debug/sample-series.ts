/** Resources of both processes at a time. Memory is in bytes, processor time in percent of one processor. */
export interface UsageSample {
	/** Unix time in s. */
	readonly time: number;
	readonly cpu: { readonly service: number; readonly engine: number };
	readonly memory: { readonly service: number; readonly engine: number };
}

/** A part of the series. */
interface Resolution {
	/** Time between two samples, a multiple of that of the part before, in s. */
	readonly interval: number;
	/** Maximum number of samples. */
	readonly length: number;
}

/** Ten minutes, then an hour, then twelve hours. */
export const defaultResolutions: readonly Resolution[] = [
	{ interval: 2, length: 300 },
	{ interval: 10, length: 360 },
	{ interval: 60, length: 720 },
];

/** Samples of decreasing resolution: older ones are merged. Its size is bounded. */
export class SampleSeries {
	readonly #parts: readonly { readonly resolution: Resolution; readonly samples: UsageSample[] }[];

	constructor(resolutions = defaultResolutions) {
		this.#parts = resolutions.map((resolution) => ({ resolution, samples: [] }));
	}

	add(sample: UsageSample): void {
		this.#parts[0]?.samples.push(sample);
		for (const [at, { resolution, samples }] of this.#parts.entries()) {
			const next = this.#parts[at + 1];
			while (samples.length > resolution.length) {
				const merged = next ? takeInterval(samples, next.resolution.interval) : samples.splice(0, 1);
				if (next && merged.length > 0) next.samples.push(merge(merged));
			}
		}
	}

	/** Returns all samples, the oldest first. */
	list(): UsageSample[] {
		return this.#parts.flatMap(({ samples }) => samples).sort((a, b) => a.time - b.time);
	}
}

/** Removes the oldest samples that are in the same interval. */
function takeInterval(samples: UsageSample[], seconds: number): UsageSample[] {
	const intervalOf = ({ time }: UsageSample) => Math.floor(time / seconds);
	const [oldest] = samples;
	const end = samples.findIndex((sample) => oldest && intervalOf(sample) !== intervalOf(oldest));
	return samples.splice(0, end === -1 ? samples.length : end);
}

/** Returns the mean processor time and the largest memory, so that peaks of the memory stay visible. */
function merge(samples: readonly UsageSample[]): UsageSample {
	const mean = (of: (sample: UsageSample) => number) =>
		samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length;
	const largest = samples.reduce((most, sample) => (total(sample) > total(most) ? sample : most));
	return {
		time: samples.at(-1)?.time ?? 0,
		cpu: { service: mean(({ cpu }) => cpu.service), engine: mean(({ cpu }) => cpu.engine) },
		memory: largest.memory,
	};
}

const total = ({ memory }: UsageSample) => memory.service + memory.engine;
