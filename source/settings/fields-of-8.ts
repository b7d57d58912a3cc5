import { decode } from '../protocol/decode.ts';
import { ChangesOf8, seedingModes } from '../protocol/resources/settings.ts';
import { nestedValues, type SettingField, settingFields } from './fields.ts';
import { choiceKind } from './kinds.ts';

const look = (path: string, label: string, about: string): readonly SettingField[] =>
	settingFields.filter((field) => field.path === path).map((field) => ({ ...field, label, about }));

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
	...look('seeding.ratio', 'Ratio of that mode', 'ratio at which seeding ends in the mode ratio'),
	...look(
		'seeding.minutes',
		'Minutes of that mode',
		'minutes of seeding after which it ends in the mode time',
	),
];

/** Returns the changes that set values by the names of settings, or the reason why one is invalid. */
export function settingChangesOf8(
	values: readonly (readonly [path: string, value: unknown])[],
): ChangesOf8 | string {
	const { value, deviations } = decode(ChangesOf8, nestedValues(values));
	const [deviation] = deviations;
	return deviation ? `${deviation.path} ${deviation.problem}` : value;
}
