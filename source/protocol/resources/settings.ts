import Type from 'typebox';

const MAX_SPEED = Number.MAX_SAFE_INTEGER;
const MAX_RATIO = 1_000_000;
/** Ratios have nine decimal places. */
export const MIN_RATIO_OF_8 = 1e-9;
const MAX_MINUTES = 52_560_000;
/** The last minute of a day. */
const LAST_MINUTE = 24 * 60 - 1;

const speed = (description: string) =>
	Type.Integer({
		minimum: 0,
		maximum: MAX_SPEED,
		description: `${description}, bytes per second; 0 for none`,
	});

const minute = (description: string) =>
	Type.Integer({ minimum: 0, maximum: LAST_MINUTE, description: `${description}, minutes after midnight` });

const speeds = {
	download: speed('limit of all downloads together'),
	upload: speed('limit of all uploads together'),
};

const alternative = {
	...speeds,
	mode: Type.Enum(['off', 'on', 'schedule'], {
		description: 'when these limits replace the others: never, always, or at the times of the schedule',
	}),
};

/** Times are those of the service's clock. A period whose end is not after its beginning ends on the next day. */
const schedule = {
	days: Type.Array(Type.Integer({ minimum: 0, maximum: 6 }), {
		maxItems: 7,
		description: 'days on which the period begins, 0 for Monday',
	}),
	from: minute('beginning of the period'),
	to: minute('end of the period'),
};

const slots = (what: string) =>
	Type.Integer({
		minimum: 0,
		maximum: 100_000,
		description: `maximum number of active ${what}; 0 for no limit`,
	});

const queue = {
	active_downloads: slots('downloads, not counting those without traffic for a minute'),
	active_seeds: slots('seeds, not counting those without traffic for a minute'),
};

const seeding = {
	ratio: Type.Number({
		minimum: 0,
		maximum: MAX_RATIO,
		description: 'ratio at which seeding ends; 0 for no limit',
	}),
	minutes: Type.Integer({
		minimum: 0,
		maximum: MAX_MINUTES,
		description: 'minutes of seeding after which it ends; 0 for no limit',
	}),
};

/** Settings of the service that change while it runs, by section. An extension of the interface. */
export const Settings = Type.Object({
	limits: Type.Object({
		...speeds,
		alternative: Type.Object({ ...alternative, schedule: Type.Object(schedule) }),
	}),
	queue: Type.Object(queue),
	seeding: Type.Object(seeding),
});
export type Settings = Type.Static<typeof Settings>;
export type SettingsSection = keyof Settings;

export type LimitSettings = Settings['limits'];
export type LimitSchedule = LimitSettings['alternative']['schedule'];

/** Limits in effect. */
export const ActiveLimits = Type.Object({
	set: Type.Enum(['normal', 'alternative'], { description: 'the limits of the settings that apply now' }),
	...speeds,
});
export type ActiveLimits = Type.Static<typeof ActiveLimits>;

/** Limits of all downloads together, as far as a service has them. Bytes per second, 0 for none. */
export interface SharedLimits {
	/** Undefined if the service omits it. */
	readonly download: number | undefined;
	readonly upload: number | undefined;
	/** Undefined for a service of 8.x, which has none. */
	readonly alternative: LimitSettings['alternative'] | undefined;
	/** The limits in effect. */
	readonly active: {
		readonly set: ActiveLimits['set'];
		readonly download: number | undefined;
		readonly upload: number | undefined;
	};
}

const rateOf8 = Type.Optional(Type.Integer());
/** When a service of 8.x ends seeding. */
export const seedingModes = ['forever', 'never', 'ratio', 'time'] as const;

/** The settings in the section `libtorrent` of 8.x that apply at run time. The others contain secrets. */
export const Section8 = Type.Object({
	max_download_rate: rateOf8,
	max_upload_rate: rateOf8,
	download_defaults: Type.Optional(
		Type.Object({
			seeding_mode: Type.Optional(Type.String()),
			seeding_ratio: Type.Optional(Type.Number()),
			/** Seconds. */
			seeding_time: Type.Optional(Type.Number()),
			safeseeding_enabled: Type.Optional(Type.Boolean()),
		}),
	),
});

/** Settings of a service of 8.x that apply at run time. Undefined if the service omits one. */
export interface SettingsOf8 {
	/** Bytes per second, 0 for none. */
	readonly limits: { readonly download: number | undefined; readonly upload: number | undefined };
	readonly seeding: {
		/** Untrusted. */
		readonly mode: string | undefined;
		readonly ratio: number | undefined;
		readonly minutes: number | undefined;
		/** Whether new downloads seed through hops, unless a release obeys a request without. */
		readonly safe: boolean | undefined;
	};
}

const limitOf8 = Type.Optional(Type.Integer({ minimum: 0, maximum: MAX_SPEED }));

/** Changes of the settings of 8.x, by the names and units of this program. */
export const ChangesOf8 = Type.Object({
	limits: Type.Optional(Type.Object({ download: limitOf8, upload: limitOf8 })),
	seeding: Type.Optional(
		Type.Object({
			mode: Type.Optional(Type.Enum([...seedingModes])),
			// In these services 0 ends seeding at once. The mode 'forever' is their word for no limit.
			ratio: Type.Optional(Type.Number({ minimum: MIN_RATIO_OF_8, maximum: MAX_RATIO })),
			minutes: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_MINUTES })),
			safe: Type.Optional(Type.Boolean()),
		}),
	),
});
export type ChangesOf8 = Type.Static<typeof ChangesOf8>;

/** Settings and what follows from them. */
export const SettingsAnswer = Type.Object({ ...Settings.properties, active_limits: ActiveLimits });
export type SettingsAnswer = Type.Static<typeof SettingsAnswer>;

/** Changes of settings: omitted fields keep their values, lists are replaced. */
export const SettingsChanges = Type.Partial(
	Type.Object({
		limits: Type.Partial(
			Type.Object({
				...speeds,
				alternative: Type.Partial(
					Type.Object({ ...alternative, schedule: Type.Partial(Type.Object(schedule)) }),
				),
			}),
		),
		queue: Type.Partial(Type.Object(queue)),
		seeding: Type.Partial(Type.Object(seeding)),
	}),
);
export type SettingsChanges = Type.Static<typeof SettingsChanges>;

/** The settings of a new service. */
export const defaultSettings: Settings = {
	queue: { active_downloads: 0, active_seeds: 0 },
	seeding: { ratio: 0, minutes: 0 },
	limits: {
		download: 0,
		upload: 0,
		alternative: {
			download: 0,
			upload: 0,
			mode: 'off',
			schedule: { days: [0, 1, 2, 3, 4, 5, 6], from: 8 * 60, to: 23 * 60 },
		},
	},
};
