import type Type from 'typebox';
import { isFields } from '../basics/fields.ts';
import { decode } from '../protocol/decode.ts';
import { Settings, type SettingsSection } from '../protocol/resources/settings.ts';
import type { SchemaFields } from '../protocol/schema-fields.ts';
import {
	choiceKind,
	clockKind,
	daysKind,
	jsonKind,
	numberKind,
	rateKind,
	type SettingKind,
	settingKindText,
	switchKind,
	textKind,
	wholeKind,
} from './kinds.ts';

/** Names of settings: 'limits.alternative.mode'. */
type PathsOf<Value, Prefix extends string = ''> = {
	[Name in keyof Value & string]: NonNullable<Value[Name]> extends readonly unknown[]
		? `${Prefix}${Name}`
		: NonNullable<Value[Name]> extends object
			? PathsOf<NonNullable<Value[Name]>, `${Prefix}${Name}.`>
			: `${Prefix}${Name}`;
}[keyof Value & string];

interface FieldDisplay {
	readonly label: string;
	/** Default: that of the type in the schema. */
	readonly kind?: SettingKind;
	/** Text of the number 0, if it has a meaning of its own. */
	readonly zero?: string;
}

const { noLimit } = settingKindText;

const sectionTitles: Readonly<Partial<Record<SettingsSection, string>>> = {
	limits: 'Speed limits',
};

/** Labels and units. A setting without an entry has those of its name and its schema. */
const displays: Readonly<Partial<Record<PathsOf<Settings>, FieldDisplay>>> = {
	'limits.download': { label: 'Download limit', kind: rateKind },
	'limits.upload': { label: 'Upload limit', kind: rateKind },
	'limits.alternative.download': { label: 'Alternative download limit', kind: rateKind },
	'limits.alternative.upload': { label: 'Alternative upload limit', kind: rateKind },
	'limits.alternative.mode': { label: 'Use alternative limits' },
	'limits.alternative.schedule.days': { label: 'Days of the schedule', kind: daysKind },
	'limits.alternative.schedule.from': { label: 'Begin of the schedule', kind: clockKind },
	'limits.alternative.schedule.to': { label: 'End of the schedule', kind: clockKind },
	'queue.active_downloads': { label: 'Active downloads at most', zero: noLimit },
	'queue.active_seeds': { label: 'Active seeds at most', zero: noLimit },
	'seeding.ratio': { label: 'Seeding ends at ratio', zero: noLimit },
	'seeding.minutes': { label: 'Seeding ends after minutes', zero: noLimit },
};

/** A setting of the service. */
export interface SettingField {
	/** Its name in commands: 'limits.download'. */
	readonly path: string;
	readonly section: SettingsSection;
	readonly label: string;
	/** Its meaning and unit, without a full stop. */
	readonly about: string;
	readonly kind: SettingKind;
}

/** All settings of the service, in the sequence of the schema. */
export const settingFields: readonly SettingField[] = sections().flatMap(([section, schema]) =>
	fieldsBelow(section, schema, section),
);

/** Returns the title of a section. */
export function sectionTitle(section: SettingsSection): string {
	return sectionTitles[section] ?? capitalized(section.replaceAll('_', ' '));
}

function sections(): [SettingsSection, SchemaFields][] {
	return Object.entries(Settings.properties) as [SettingsSection, SchemaFields][];
}

function fieldsBelow(section: SettingsSection, schema: SchemaFields, path: string): readonly SettingField[] {
	if (schema.properties) {
		return Object.entries(schema.properties).flatMap(([name, part]) =>
			fieldsBelow(section, part, `${path}.${name}`),
		);
	}
	const display = Object.hasOwn(displays, path) ? displays[path as keyof typeof displays] : undefined;
	const about = 'description' in schema && typeof schema.description === 'string' ? schema.description : '';
	const label = display?.label ?? capitalized(path.slice(section.length + 1).replace(/[._]/g, ' '));
	return [{ path, section, label, about, kind: display?.kind ?? kindOf(schema, display?.zero) }];
}

/** Returns the kind of values that a schema accepts. */
function kindOf({ enum: choices, type, minimum, maximum }: SchemaFields, zero?: string): SettingKind {
	const range = { minimum, maximum, ...(zero === undefined ? {} : { zero }) };
	if (choices?.every((choice) => typeof choice === 'string')) return choiceKind(choices.map(String));
	if (type === 'boolean') return switchKind;
	if (type === 'integer') return wholeKind(range);
	if (type === 'number') return numberKind(range);
	return type === 'string' ? textKind : jsonKind;
}

function capitalized(text: string): string {
	return text.slice(0, 1).toUpperCase() + text.slice(1);
}

/** Returns the value of a setting; undefined if the service did not report it. */
export function settingValue(settings: object, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>(
			(value, name) => (isFields(value) && Object.hasOwn(value, name) ? value[name] : undefined),
			settings,
		);
}

/** Returns the changes that set values by the names of settings, or the reason why one is invalid. */
export function settingChanges<Schema extends Type.TSchema>(
	schema: Schema,
	values: readonly (readonly [path: string, value: unknown])[],
): Type.Static<Schema> | string {
	const { value, deviations } = decode(schema, nestedValues(values));
	const [deviation] = deviations;
	return deviation ? `${deviation.path} ${deviation.problem}` : value;
}

/** Returns an object with values by their names: 'limits.download'. */
function nestedValues(values: readonly (readonly [path: string, value: unknown])[]): object {
	const changes: Record<string, unknown> = {};
	for (const [path, value] of values) {
		const names = path.split('.');
		const last = names.pop() ?? '';
		let place = changes;
		for (const name of names) {
			const below = Object.hasOwn(place, name) ? place[name] : undefined;
			const next = isFields(below) ? below : {};
			place[name] = next;
			place = next;
		}
		place[last] = value;
	}
	return changes;
}
