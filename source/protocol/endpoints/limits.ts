import Type from 'typebox';

/** Limits in requests. */

export const speedLimit = Type.Integer({
	minimum: -1,
	maximum: Number.MAX_SAFE_INTEGER,
	description: 'bytes per second; 0 or -1 for no limit',
});

export const ownSpeedLimit = Type.Integer({
	minimum: -1,
	maximum: Number.MAX_SAFE_INTEGER,
	description: 'bytes per second; 0 for the limit of its label, if there is one, -1 for no limit',
});

/** Longest time of seeding, minutes: 100 years. */
const MAX_SEEDING_MINUTES = 52_560_000;
/** A larger ratio is not reached. */
const MAX_SEEDING_RATIO = 1_000_000;

export const seedingRatio = Type.Union(
	[Type.Number({ minimum: 0, maximum: MAX_SEEDING_RATIO }), Type.Null()],
	{ description: 'ratio at which seeding ends; 0 for no limit, null to inherit it' },
);

export const seedingMinutes = Type.Union(
	[Type.Integer({ minimum: 0, maximum: MAX_SEEDING_MINUTES }), Type.Null()],
	{ description: 'minutes of seeding after which it ends; 0 for no limit, null to inherit it' },
);
