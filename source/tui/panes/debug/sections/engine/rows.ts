import type { Column } from '../../../../../columns/column.ts';
import { growingColumn, textColumn } from '../../../../../columns/declare.ts';
import type { Observed } from '../../../../../state/list/observed.ts';
import { changeColumn, itemColumn, observedKind } from '../../observed-list.ts';
import { type EngineValue, engineParts } from './slice.ts';
import { differenceText } from './value-text.ts';

type EngineRow = Observed<EngineValue>;

function changeText({ change, item: { name, difference } }: EngineRow): string {
	if (change === 'same') return '';
	if (change !== 'changed' || difference === undefined) return change;
	return differenceText(name, difference);
}

export const engineColumns: readonly Column<EngineRow>[] = [
	itemColumn<EngineValue>({
		...textColumn('part', 'PART', 8, 2, ({ part }) => part),
		sortKey: ({ part }) => engineParts.indexOf(part),
	}),
	itemColumn<EngineValue>({
		...textColumn('name', 'NAME', 32, 0, ({ name }) => name),
		wideWidth: 48,
		sortKey: ({ name }) => name,
	}),
	itemColumn<EngineValue>({
		...growingColumn('value', 'VALUE', 12, ({ text }) => text),
		sortKey: ({ number }) => number ?? Number.NEGATIVE_INFINITY,
		greatestFirst: true,
	}),
	{ ...changeColumn<EngineValue>(), width: 11, value: changeText, spoken: changeText },
];

/** Values are not observed as one list: each part has its own samples. */
export const engineKind = observedKind(engineColumns, {
	identify: ({ part, name }) => `${part} ${name}`,
	stateOf: ({ exact }) => exact,
	markMs: 0,
});
