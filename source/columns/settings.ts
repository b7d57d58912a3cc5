import type { Column } from './column.ts';
import { growingColumn, textColumn } from './declare.ts';
import { textOrDash } from './figures.ts';

/** A setting of the service as text. */
export interface SettingRow {
	readonly name: string;
	/** '' if it is unknown. */
	readonly value: string;
	readonly about: string;
}

export const settingColumns: readonly Column<SettingRow>[] = [
	{ ...textColumn<SettingRow>('name', 'SETTING', 20, 0, ({ name }) => name), fits: true },
	{ ...textColumn<SettingRow>('value', 'VALUE', 10, 0, ({ value }) => textOrDash(value)), fits: true },
	growingColumn('about', 'MEANING', 20, ({ about }) => about),
];
