/** Settings of the cockpit that its settings screen changes, with the type of their values. */
export interface CockpitValues {
	readonly ascii: boolean;
	readonly mouse: boolean;
	readonly linear: boolean;
	readonly notify: 'none' | 'bell' | 'osc9' | 'osc777';
	/** Command line; '' for none. */
	readonly player: string;
	/** Preferred service; 'automatic' for seedtop's own if it runs. */
	readonly service: 'automatic' | 'own' | 'other';
}

export type CockpitSettingId = keyof CockpitValues;

/** Values that the user chose. A setting without one has its usual value. */
export type ChosenValues = Partial<CockpitValues>;

/** A flag or variable that replaces the setting in this run. */
interface SettingOverride {
	/** As the user wrote it: '--ascii', 'SEEDTOP_SERVICE'. */
	readonly by: string;
	readonly value: CockpitValues[CockpitSettingId];
}

/** Settings of the cockpit. */
export interface CockpitSettingsSlice {
	/** Path of the file; undefined: changes apply to this run only. */
	readonly path: string | undefined;
	/** Path of the file of keys. */
	readonly keysPath: string;
	readonly chosen: ChosenValues;
	/** Values in the file, as far as known. */
	readonly saved: ChosenValues;
	/** Values of settings that nobody chose, from the environment. */
	readonly usual: CockpitValues;
	readonly overrides: { readonly [Id in CockpitSettingId]?: SettingOverride };
	/** Flag that sets the theme, e.g. '--theme'; '' for none. */
	readonly themeBy: string;
	/** Why the last changes were not saved; '' if they were. Untrusted. */
	readonly fault: string;
}

export const initialCockpitSettings: CockpitSettingsSlice = {
	path: undefined,
	keysPath: '',
	chosen: {},
	saved: {},
	usual: { ascii: false, mouse: true, linear: false, notify: 'none', player: '', service: 'automatic' },
	overrides: {},
	themeBy: '',
	fault: '',
};

export type CockpitSettingsMessage =
	/** The user chose a value; undefined: the usual one. */
	| { readonly type: 'choose'; readonly change: ChosenValues }
	/** The file has these values. */
	| { readonly type: 'saved'; readonly saved: ChosenValues }
	| { readonly type: 'not-saved'; readonly reason: string };

/** Returns the value that applies now. */
export function settingNow<Id extends CockpitSettingId>(
	{ chosen, usual, overrides }: Pick<CockpitSettingsSlice, 'chosen' | 'usual' | 'overrides'>,
	id: Id,
): CockpitValues[Id] {
	const override = overrides[id];
	// An override has a value of its setting.
	if (override) return override.value as CockpitValues[Id];
	return chosen[id] ?? usual[id];
}

const ids: readonly CockpitSettingId[] = ['ascii', 'mouse', 'linear', 'notify', 'player', 'service'];

/** Returns the settings whose chosen values the file does not have. */
export function unsavedSettings({ chosen, saved }: CockpitSettingsSlice): readonly CockpitSettingId[] {
	return ids.filter((id) => chosen[id] !== saved[id]);
}

/** Returns the slice after a message. A choice replaces the flag or variable for the rest of the run. */
export function updateCockpitSettings(
	slice: CockpitSettingsSlice,
	message: CockpitSettingsMessage,
): CockpitSettingsSlice {
	switch (message.type) {
		case 'choose': {
			const changed = ids.filter((id) => id in message.change);
			const overrides = Object.fromEntries(
				Object.entries(slice.overrides).filter(([id]) => !changed.some((other) => other === id)),
			);
			return { ...slice, chosen: { ...slice.chosen, ...message.change }, overrides, fault: '' };
		}
		case 'saved':
			return { ...slice, saved: message.saved, fault: '' };
		case 'not-saved':
			return { ...slice, fault: message.reason };
	}
}
