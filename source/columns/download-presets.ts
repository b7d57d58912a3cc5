import type { ChosenColumn } from './chosen.ts';

/** A named set of columns. */
interface ColumnPreset {
	readonly name: string;
	/** Undefined for the default columns, which have their own order of dropping. */
	readonly columns: readonly ChosenColumn[] | undefined;
}

const choose = (...ids: readonly string[]): readonly ChosenColumn[] => ids.map((id) => ({ id }));

export const downloadPresets: readonly ColumnPreset[] = [
	{ name: 'standard', columns: undefined },
	{
		name: 'narrow',
		columns: [{ id: 'state' }, { id: 'name' }, { id: 'progress', width: 9 }, { id: 'down' }, { id: 'up' }],
	},
	{
		name: 'wide',
		columns: choose(
			'state',
			'name',
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
		columns: choose(
			'state',
			'name',
			'up',
			'minute',
			'ratio',
			'sent',
			'connected',
			'size',
			'added',
			'tracker',
		),
	},
	{
		name: 'fetching',
		columns: choose(
			'state',
			'name',
			'progress',
			'left',
			'down',
			'eta',
			'minute',
			'connected',
			'availability',
		),
	},
];

/** Returns the index of the preset with these columns; -1 for the user's own. */
export function presetAt(columns: readonly ChosenColumn[] | undefined): number {
	const text = JSON.stringify(columns);
	return downloadPresets.findIndex((preset) => JSON.stringify(preset.columns) === text);
}
