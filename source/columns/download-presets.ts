import type { ChosenColumn } from './chosen.ts';

/** A named set of columns. */
export interface ColumnPreset {
	readonly name: string;
	/** Undefined for the default columns, which have their own order of dropping. */
	readonly columns: readonly ChosenColumn[] | undefined;
}

const choose = (...ids: readonly string[]): readonly ChosenColumn[] => ids.map((id) => ({ id }));

export const downloadPresets: readonly ColumnPreset[] = [
	{ name: 'standard', columns: undefined },
	{ name: 'narrow', columns: [{ id: 'name' }, { id: 'progress', width: 8 }, { id: 'down' }, { id: 'up' }] },
	{
		name: 'wide',
		columns: choose(
			'name',
			'status',
			'progress',
			'size',
			'down',
			'up',
			'eta',
			'ratio',
			'known-seeds',
			'known-peers',
			'connected',
			'added',
			'sent',
			'tracker',
			'hops',
			'availability',
			'destination',
		),
	},
	{
		name: 'seeding',
		columns: choose('name', 'up', 'ratio', 'sent', 'connected', 'size', 'added', 'tracker', 'status'),
	},
	{
		name: 'fetching',
		columns: choose('name', 'progress', 'left', 'down', 'eta', 'connected', 'availability', 'status'),
	},
];

/** Returns the index of the preset with these columns; -1 for the user's own. */
export function presetAt(columns: readonly ChosenColumn[] | undefined): number {
	const text = JSON.stringify(columns);
	return downloadPresets.findIndex((preset) => JSON.stringify(preset.columns) === text);
}
