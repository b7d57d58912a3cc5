import { fit, truncate, width as widthOf } from '../../../format/cells.ts';
import { sanitise } from '../../../format/sanitise.ts';
import { filterChoices } from '../../../state/view/filter-choices.ts';
import { choiceLines, firstChoice } from '../../components/choice-lines.ts';
import type { Segment } from '../../components/compose-line.ts';
import { choiceTargets } from '../../components/dialog-targets.ts';
import { Frame, innerWidthOf } from '../../components/frame.tsx';
import { style } from '../../theme/theme.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { chosenList } from '../dialog.ts';
import { filtersCommands } from './commands.ts';

const WANTED_WIDTH = 56;
const MAX_ROWS = 30;
const NAME_WIDTH = 22;

/** Filters to choose: statuses, common filters, saved filters and trackers, with the number of matches of each. */
export function FiltersDialog({ dialog, state, theme, width, height }: DialogProps<'filters'>) {
	const choices = filterChoices(state);
	const base = state.downloads.filter.trim();
	const note = [
		...noteIn(dialog),
		...(base === '' ? [] : ['enter narrows the filter that is on, r replaces it']),
	];
	const room = Math.max(1, Math.min(MAX_ROWS, height - 6 - note.length));
	const inner = innerWidthOf(width, WANTED_WIDTH);
	const lines = choiceLines(choices, dialog.chosen, room, inner, theme, (choice) => {
		const { kind, name, filter, alone, count } = choice;
		const counted = ` ${count ?? '…'} `;
		const mark: Segment = { text: filter === state.downloads.filter ? ' ● ' : '   ', token: 'mark' };
		// Long text is cut in favour of the count.
		const rest = Math.max(NAME_WIDTH, inner - widthOf(mark.text) - widthOf(counted));
		const left: readonly Segment[] =
			kind === 'tracker'
				? [{ text: truncate(sanitise(name, rest), rest - 8) }, { text: ' tracker', token: 'faint' }]
				: [
						{ text: fit(sanitise(name, NAME_WIDTH * 4), NAME_WIDTH) },
						{
							text: ` ${kind === 'saved' || kind === 'condition' ? truncate(sanitise(alone, 200), rest - NAME_WIDTH - 1) : ''}`,
							token: 'faint',
						},
					];
		return { left: [mark, ...left], right: [{ text: counted }] };
	});
	return (
		<Frame
			title={choices.length > room ? `Filter by: ${dialog.chosen + 1} of ${choices.length}` : 'Filter by'}
			theme={theme}
			screenWidth={width}
			screenHeight={height}
			innerWidth={WANTED_WIDTH}
			lines={[...lines, ...note.map((text) => style(theme, 'faint', truncate(` ${text}`, inner)))]}
			targetAt={choiceTargets({
				above: 0,
				first: firstChoice(Math.min(dialog.chosen, choices.length - 1), choices.length, room),
				count: choices.length,
				room,
			})}
		/>
	);
}

/** Returns why there are no trackers to choose from, if so. */
function noteIn({ found }: DialogProps<'filters'>['dialog']): readonly string[] {
	return found && found.all > 0 && found.trackers?.length === 0
		? ['The service tells no trackers of them.']
		: [];
}

export const filtersDialog: DialogSurface<'filters'> = {
	kind: 'filters',
	title: 'Choose a filter',
	commands: filtersCommands,
	list: chosenList<'filters'>((_, state) => filterChoices(state).length),
	view: FiltersDialog,
	spoken: {
		title: () => 'Filter by',
		choice: ({ chosen }, state) => {
			const choices = filterChoices(state);
			const choice = choices[chosen];
			if (!choice) return '';
			const { kind, name, filter, alone, count } = choice;
			const what =
				kind === 'saved'
					? `${sanitise(name, 100)}: ${sanitise(filter, 200)}`
					: `${kind === 'tracker' ? 'tracker ' : ''}${sanitise(name, 200)}`;
			const narrows = filter !== alone && filter !== state.downloads.filter ? ', narrowing the filter' : '';
			return `${what}${narrows}${count === undefined ? '' : `, ${count}`}; ${chosen + 1} of ${choices.length}`;
		},
	},
};
