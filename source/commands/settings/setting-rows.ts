import type { SettingRow } from '../../columns/settings.ts';
import { type SettingField, settingValue } from '../../settings/fields.ts';
import { safeJson } from '../output/json.ts';
import { printLine } from '../output/print.ts';

/** Returns a setting as people read it. */
export function settingRow(field: SettingField, settings: object): SettingRow {
	const { path, label, kind } = field;
	// The label fits a terminal of 80 cells. The full description does not.
	return { name: path, value: kind.show(settingValue(settings, path)) ?? '', about: label };
}

/** Prints a setting for programs: its name, a tab, its exact value as JSON. A text has no quotes. */
export function printSetting({ path }: SettingField, settings: object): void {
	const value = settingValue(settings, path);
	const text = value === undefined ? '' : safeJson(value);
	const isPlain = typeof value === 'string' && /^[ -~]+$/.test(value);
	printLine(`${path}\t${isPlain ? value : text || '-'}`);
}
