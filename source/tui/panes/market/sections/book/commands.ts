import type { State } from '../../../../../state/core/state.ts';
import { type Command, commandsOf, onSubject } from '../../../../surfaces/command.ts';
import { bookRows, currentEntry, entryKey } from './rows.ts';
import { book } from './slice.ts';

const id = 'market-book';

const hasPairs = ({ market: { pairs } }: State): true | string =>
	pairs.length > 1 ? true : pairs.length === 1 ? 'This is the only pair.' : 'There are no pairs.';

const otherPair =
	(offset: number): Command['run'] =>
	({ state, dispatch }) => {
		const { pairs } = state.market;
		const shown = bookRows(state).pair;
		const index = Math.max(0, shown ? pairs.indexOf(shown) : -offset) + offset;
		const next = pairs[(index + pairs.length) % pairs.length];
		if (next) dispatch(book.message(state, { pair: next.key, cursor: undefined, expanded: [] }));
	};

export const bookCommands = commandsOf(id, [
	{
		id: 'market-expand',
		group: 'view',
		keys: ['enter'],
		title: 'Show or hide the orders of the price',
		words: 'expand collapse level ticks',
		hint: 'orders',
		...onSubject(
			(state) => currentEntry(state) ?? 'The book has no orders.',
			(entry, { state, dispatch }) => {
				const key = entryKey({ ...entry, tick: undefined });
				const { expanded } = book.of(state);
				const others = expanded.filter((each) => each !== key);
				const next = others.length === expanded.length ? [...expanded, key] : others;
				dispatch(book.message(state, { cursor: key, expanded: next }));
			},
		),
	},
	{
		id: 'market-next-pair',
		group: 'move',
		keys: ['>', 'right'],
		title: 'Show the book of the next pair',
		hint: 'next pair',
		when: hasPairs,
		run: otherPair(1),
	},
	{
		id: 'market-previous-pair',
		group: 'move',
		keys: ['<', 'left'],
		title: 'Show the book of the previous pair',
		when: hasPairs,
		run: otherPair(-1),
	},
	{
		id: 'market-best-prices',
		group: 'move',
		keys: ['z'],
		title: 'Move the cursor to the best prices',
		words: 'center middle spread',
		hint: 'best',
		when: (state) => (bookRows(state).length > 0 ? true : 'The book has no orders.'),
		run: ({ state, dispatch }) => dispatch(book.message(state, { cursor: undefined })),
	},
]);
