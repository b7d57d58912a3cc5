/** Limits of seeding. Null is inherited from the next level: download, label, service. 0 is no limit. */
interface SeedingLimits {
	/** Uploaded bytes over downloaded bytes. */
	readonly ratio: number | null;
	/** Minutes of seeding in total. */
	readonly minutes: number | null;
}

/** Share of a download so far. */
interface SeedingProgress {
	readonly ratio: number;
	/** Seconds of seeding in total. */
	readonly seconds: number;
}

/** Limits in effect, without the inherited ones. 0 is no limit. */
export interface EffectiveLimits {
	readonly ratio: number;
	readonly minutes: number;
}

/** Limits of a download, of its label if it has one, and of all downloads. */
interface LimitLevels {
	readonly own: SeedingLimits;
	readonly ofLabel: SeedingLimits | undefined;
	readonly ofAll: SeedingLimits;
}

/** Returns the limits in effect. Each limit is inherited alone. */
export function effectiveLimits({ own, ofLabel, ofAll }: LimitLevels): EffectiveLimits {
	const first = (name: keyof SeedingLimits) => own[name] ?? ofLabel?.[name] ?? ofAll[name] ?? 0;
	return { ratio: first('ratio'), minutes: first('minutes') };
}

/** Returns the limits that are reached. */
export function reachedLimits(
	{ ratio, minutes }: EffectiveLimits,
	progress: SeedingProgress,
): readonly (keyof SeedingLimits)[] {
	return [
		...(ratio > 0 && progress.ratio >= ratio ? (['ratio'] as const) : []),
		...(minutes > 0 && progress.seconds >= minutes * 60 ? (['minutes'] as const) : []),
	];
}
