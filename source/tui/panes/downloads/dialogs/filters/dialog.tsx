import { width as widthOf } from '../../../../../format/cells.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import type { State } from '../../../../../state/core/state.ts';
import { type FilterChoice, filterChoices } from '../../../../../state/view/filter-choices.ts';
import { chosenList, type DialogProps, type DialogSurface } from '../../../../dialogs/dialog.ts';
import { type ChoiceLine, Choices, Dialog, Line, type Piece } from '../../../../dialogs/kit/index.ts';
import { filtersCommands } from './commands.ts';

const NAME_WIDTH = 22;
const MARK_WIDTH = 3;

export const filtersText = {
	title: 'Filter by',
	noTrackers: 'The service reports no trackers of these downloads.',
} as const;

/** Filters to choose: statuses, common filters, saved filters, labels and trackers, with the number of matches of each. */
export function FiltersDialog({ dialog, state, ...screen }: DialogProps<'filters'>) {
	const choices = filterChoices(state);
	const { length: count } = choices;
	return (
		<Dialog title={filtersText.title} place={`${dialog.chosen + 1} of ${count}`} columns={56} screen={screen}>
			<Choices
				count={count}
				chosen={Math.min(dialog.chosen, count - 1)}
				most={30}
				lineOf={(index, columns) => choiceLine(choices[index], columns, state)}
			/>
			{noteIn(dialog).map((note) => (
				<Line key={note} token="faint">{` ${note}`}</Line>
			))}
		</Dialog>
	);
}

function choiceLine(choice: FilterChoice | undefined, columns: number, { downloads }: State): ChoiceLine {
	if (!choice) return { left: [] };
	const { kind, name, filter, alone, count } = choice;
	const counted = ` ${count ?? '…'} `;
	const isOn = filter === downloads.filter;
	const mark: Piece = { text: isOn ? ' ● ' : '   ', token: 'selection', cells: MARK_WIDTH };
	// Long text is cut in favor of the count.
	const rest = Math.max(NAME_WIDTH, columns - MARK_WIDTH - widthOf(counted));
	const pieces: readonly Piece[] =
		kind === 'tracker' || kind === 'label'
			? [
					{ text: name, most: rest - 8 },
					{ text: ` ${kind}`, token: 'faint' },
				]
			: [
					{ text: name, cells: NAME_WIDTH },
					{
						text: kind === 'saved' || kind === 'condition' ? ` ${alone}` : ' ',
						most: rest - NAME_WIDTH,
						token: 'faint',
					},
				];
	return { left: [mark, ...pieces], right: [{ text: counted }], spoken: spokenChoice(choice, isOn) };
}

function spokenChoice({ kind, name, filter, alone, count }: FilterChoice, isOn: boolean): string {
	const what =
		kind === 'saved'
			? `${sanitize(name, 100)}: ${sanitize(filter, 200)}`
			: `${kind === 'tracker' || kind === 'label' ? `${kind} ` : ''}${sanitize(name, 200)}`;
	const narrows = filter !== alone && !isOn ? ', narrowing the filter' : '';
	return `${what}${narrows}${count === undefined ? '' : `, ${count}`}`;
}

/** Returns why there are no trackers to choose from, if so. */
function noteIn({ found }: DialogProps<'filters'>['dialog']): readonly string[] {
	return found && found.all > 0 && found.trackers?.length === 0 ? [filtersText.noTrackers] : [];
}

export const filtersDialog: DialogSurface<'filters'> = {
	kind: 'filters',
	title: 'Choose a filter',
	commands: filtersCommands,
	list: chosenList((_, state) => filterChoices(state).length),
	view: FiltersDialog,
};
