import { MIN_RATIO_OF_8, seedingModes } from '../protocol/resources/settings.ts';
import { type SettingField, settingFields } from './fields.ts';
import { choiceKind, numberKind, switchKind, wholeKind } from './kinds.ts';

export const fieldsOf8Text = {
	positive: "A number above 0. To seed without an end, set the mode to 'forever'.",
} as const;

const accepts = fieldsOf8Text.positive;

/** The settings of a service of 8.x that apply at run time. */
export const settingFieldsOf8: readonly SettingField[] = [
	...settingFields.filter(({ path }) => path === 'limits.download' || path === 'limits.upload'),
	{
		path: 'seeding.mode',
		section: 'seeding',
		label: 'Seeding',
		about: 'when seeding ends: forever, never, at a ratio, or after a time',
		kind: choiceKind(seedingModes),
	},
	{
		path: 'seeding.ratio',
		section: 'seeding',
		label: 'Ratio of that mode',
		about: 'ratio at which seeding ends in the mode ratio',
		kind: { ...numberKind({ minimum: MIN_RATIO_OF_8 }), accepts },
	},
	{
		path: 'seeding.minutes',
		section: 'seeding',
		label: 'Minutes of that mode',
		about: 'minutes of seeding after which it ends in the mode time',
		kind: { ...wholeKind({ minimum: 1 }), accepts },
	},
	{
		path: 'seeding.safe',
		section: 'seeding',
		label: 'Safe seeding by default',
		about: 'whether new downloads seed through hops, also plain ones on 8.0 and 8.1',
		kind: switchKind,
	},
];
