import { shorten, width as widthOf } from '../../../format/cells.ts';
import { moveInField, positionsInField } from '../../../state/adding/add-dialog.ts';
import { type AddDialog as Adding, addFields, fieldText } from '../../../state/adding/adding.ts';
import { type PlanLine, planOf } from '../../../state/adding/plan.ts';
import { MAX_SUGGESTIONS, suggestionsOf } from '../../../state/adding/suggestions.ts';
import { editAdding } from '../../../state/adding/update.ts';
import { offers } from '../../../state/connection/connection.ts';
import type { State } from '../../../state/core/state.ts';
import { replaceTop, topDialogOf } from '../../../state/dialogs/open-dialogs.ts';
import type { CommandContext } from '../../surfaces/command.ts';
import type { Target } from '../../terminal/targets.ts';
import type { Token } from '../../theme/theme.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { type ChoiceLine, Choices, Dialog, Field, innerWidthOf, Line } from '../kit/index.ts';
import { addCommands } from './commands.ts';
import { Option } from './option.ts';
import { pasteSources } from './paste.ts';
import {
	continuationText,
	defaultDestinationText,
	destinationText,
	isNewDestination,
	unchangedText,
} from './path-texts.ts';
import { nameOfLine, noteOfLine, STATUS_SIGNS, summaryOf } from './plan-texts.ts';
import { addDialogText, spokenAdd } from './spoken.ts';

const WANTED_WIDTH = 90;
/** Maximum of visible sources, and number of reserved lines. */
const MAX_SHOWN = 10;
const MIN_SHOWN = 3;
/** Cells of the title of an option, and minimum cells of a typed text. */
const TITLE_CELLS = 16;
const TYPING_CELLS = 14;
/** Cells before a suggestion. */
const INDENT = 13;

/** Asks for downloads to add, and for their options. */
export function AddDialog({ dialog, state, ...screen }: DialogProps<'add'>) {
	const plan = planOf(state, dialog);
	const suggestions = suggestionsOf(state, dialog);
	const isInSources = dialog.field === 'sources';
	const isInDestination = dialog.field === 'destination';
	const [result, token] = resultOf(dialog, plan, state);
	const destination = destinationOption(dialog, state, innerWidthOf(screen.width, WANTED_WIDTH));
	return (
		<Dialog title={addDialogText.title} columns={WANTED_WIDTH} screen={screen}>
			<Line token="heading" field="sources">
				Magnet links, URLs, infohashes, paths of .torrent files:
			</Line>
			<Field
				label={isInSources ? '> ' : '  '}
				line={isInSources ? dialog.line : (dialog.otherLines.sources ?? dialog.line)}
				isFocused={isInSources}
				field="sources"
			/>
			<Choices
				count={plan.length}
				chosen={dialog.chosen}
				isActive={isInSources}
				rows={Math.max(MIN_SHOWN, Math.min(MAX_SHOWN, plan.length))}
				isLast
				isCentered
				lineOf={(index, columns) =>
					sourceLine(plan[index], index + 1, isInSources && index === dialog.chosen, columns)
				}
				targetOf={(index) => ({ kind: 'field', field: 'sources', index })}
			/>
			<Line token={token} field="sources">
				{result}
			</Line>
			<Option
				field="destination"
				title="Destination"
				{...(isInDestination ? { line: dialog.line } : {})}
				focused={dialog.field}
				{...destination}
			/>
			{isInDestination && (
				<Choices
					count={suggestions.length}
					chosen={dialog.suggestionIndex}
					rows={MAX_SUGGESTIONS}
					lineOf={(index) => suggestionLine(suggestions[index] ?? '', index === dialog.suggestionIndex)}
					targetOf={(index) => ({ kind: 'field', field: 'destination', index })}
					isActive={false}
				/>
			)}
			<Option
				field="hops"
				title="Hops"
				focused={dialog.field}
				value={String(dialog.hops)}
				note={hopsText(dialog)}
			/>
			<Option
				field="safe-seeding"
				title="Safe seeding"
				focused={dialog.field}
				value={dialog.safeSeeding || dialog.hops > 0 ? 'on' : 'off'}
				note={safeSeedingText(dialog)}
			/>
			<Option
				field="use-files"
				title="Use files"
				focused={dialog.field}
				value={dialog.usesFiles ? 'on' : 'off'}
				note={useFilesText(dialog, state)}
			/>
			<Option
				field="stopped"
				title="Stopped"
				focused={dialog.field}
				value={dialog.stopped ? 'on' : 'off'}
				note={stoppedText(dialog)}
			/>
		</Dialog>
	);
}

function sourceLine(
	source: PlanLine | undefined,
	number: number,
	isOn: boolean,
	columns: number,
): ChoiceLine {
	if (!source) return { left: [] };
	const { status } = source;
	const note = noteOfLine(source);
	const begin = `${isOn ? '>' : ' '}${String(number).padStart(3)} ${STATUS_SIGNS[status]} `;
	const rest = columns - widthOf(begin);
	// The note has priority; the name has the rest, but at least half of the line.
	const noteRoom = Math.min(widthOf(note), Math.floor(rest / 2));
	const nameRoom = rest - (noteRoom === 0 ? 0 : noteRoom + 2);
	const token: Token = status === 'wrong' ? 'bad' : status === 'there' ? 'warning' : 'normal';
	const noteToken: Token = status === 'wrong' ? 'bad' : 'faint';
	return {
		left: [
			{ text: begin, token },
			{ text: nameOfLine(source), token, most: nameRoom, cells: nameRoom },
			...(noteRoom === 0
				? []
				: ([{ text: '  ' }, { text: note, token: noteToken, most: noteRoom, cells: noteRoom }] as const)),
		],
	};
}

/** Returns the result for all sources; for a chosen invalid source the full reason. */
function resultOf(
	dialog: Adding,
	plan: readonly PlanLine[],
	state: State,
): readonly [text: string, token: Token] {
	const held = unchangedText(state, dialog);
	if (held !== '') return [held, 'warning'];
	const chosen = dialog.field === 'sources' ? plan[dialog.chosen] : undefined;
	const isWrong = chosen?.status === 'wrong';
	const names = isWrong ? continuationText(state, dialog) : '';
	if (names !== '') return [names, 'faint'];
	if (plan.length === 0) return ['Nothing yet. Type, paste or browse.', 'faint'];
	return isWrong ? [`${noteOfLine(chosen)}.`, 'bad'] : [`${summaryOf(plan)}.`, 'faint'];
}

function destinationOption(dialog: Adding, state: State, columns: number) {
	const value = fieldText(dialog, 'destination');
	const status = destinationText(state, dialog, columns);
	const room = columns - TITLE_CELLS - (dialog.field === 'destination' ? TYPING_CELLS : 0);
	const isNew = status !== undefined && isNewDestination(state, dialog);
	const note = value === '' ? shorten(defaultDestinationText(dialog), Math.max(10, room)) : (status ?? '');
	return { value, note, noteToken: isNew ? ('warning' as const) : ('faint' as const) };
}

function suggestionLine(path: string, isChosen: boolean): ChoiceLine {
	return {
		left: [
			{ text: `${' '.repeat(INDENT)}${isChosen ? '>' : ' '} ` },
			{ text: path, token: isChosen ? 'cursor' : 'faint', fills: true },
		],
	};
}

function hopsText({ hops, field }: Adding): string {
	const how = hops === 0 ? 'a plain download' : 'anonymous, and slower';
	return field === 'hops' ? `${how}; a digit, or ↑ ↓` : how;
}

function safeSeedingText({ hops, field }: Adding): string {
	if (hops > 0) return 'required with hops';
	return field === 'safe-seeding' ? 'seed only through hops; space, or ↑ ↓' : 'seed only through hops';
}

function useFilesText({ usesFiles, field }: Adding, state: State): string {
	if (!offers(state.connection, { extension: 'use-files' })) return "only seedtop's own service has it";
	if (usesFiles) return 'existing files are used, and replaced where they differ';
	return field === 'use-files' ? 'existing files are kept; space, or ↑ ↓' : 'existing files are kept';
}

function stoppedText({ stopped, field }: Adding): string {
	if (stopped) return 'stopped right after adding; received data is kept';
	return field === 'stopped' ? 'starts at once; space, or ↑ ↓' : 'starts at once';
}

export const addDialog: DialogSurface<'add'> = {
	kind: 'add',
	title: addDialogText.title,
	commands: addCommands,
	list: {
		positions: (dialog, state) => positionsInField(state, dialog),
		move: (dialog, state, rows) => replaceTop(state, moveInField(state, dialog, rows)),
	},
	field: { edit: (dialog, state, edit) => editAdding(state, dialog, edit) },
	paste: pasteSources,
	point: pointAtAddField,
	view: AddDialog,
	spoken: spokenAdd,
};

type FieldTarget = Extract<Target, { kind: 'field' }>;

/** Focuses the clicked field, chooses the clicked suggestion, or toggles a clicked switch that has the focus. */
function pointAtAddField({ field, index }: FieldTarget, { state, dispatch }: CommandContext): void {
	const top = topDialogOf(state, 'add');
	if (!top) return;
	const wanted = addFields.find((one) => one === field);
	if (!wanted) return;
	if (wanted !== top.field) dispatch({ type: 'adding', what: { type: 'field', field: wanted } });
	else if (wanted === 'safe-seeding' || wanted === 'use-files' || wanted === 'stopped')
		dispatch({ type: 'type-text', text: ' ' });
	if (index === undefined) return;
	// The first row has a known position; the current one may have none.
	dispatch({ type: 'move', rows: Number.NEGATIVE_INFINITY });
	dispatch({ type: 'move', rows: wanted === 'destination' ? index + 1 : index });
	if (wanted === 'destination') dispatch({ type: 'adding', what: { type: 'accept' } });
}
