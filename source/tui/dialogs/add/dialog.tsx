import { fit, shorten, width as widthOf } from '../../../format/cells.ts';
import { sanitise } from '../../../format/sanitise.ts';
import { moveInField, placesInField } from '../../../state/adding/add-dialog.ts';
import {
	type AddField,
	type AddDialog as Adding,
	addFields,
	fieldText,
} from '../../../state/adding/adding.ts';
import { type PlanLine, planOf } from '../../../state/adding/plan.ts';
import { MAX_SUGGESTIONS, suggestionsOf } from '../../../state/adding/suggestions.ts';
import { editAdding } from '../../../state/adding/update.ts';
import { replaceTop } from '../../../state/dialogs/open-dialogs.ts';
import { composeLine, type Segment } from '../../components/compose-line.ts';
import { Frame, innerWidthOf, padded } from '../../components/frame.tsx';
import { textField } from '../../components/text-field.ts';
import { FOOTER_HEIGHT } from '../../shell/layout.ts';
import type { TargetAt } from '../../terminal/targets.ts';
import { style, type Token } from '../../theme/theme.ts';
import type { DialogProps, DialogSurface } from '../dialog.ts';
import { firstShown } from '../first-shown.ts';
import { addCommands } from './commands.ts';
import { pasteSources } from './paste.ts';
import { continuationText, destinationText, isNewDestination, unchangedText } from './path-texts.ts';
import { nameOfLine, noteOfLine, STATUS_SIGNS, summaryOf } from './plan-texts.ts';
import { pointAtAddField } from './point.ts';
import { spokenAdd } from './spoken.ts';

const WANTED_WIDTH = 90;
/** Lines besides sources and suggestions: question, text field, sum, and the four fields below. */
const OTHER_LINES = 7;
/** Lines above the sources: question and text field. */
const SOURCES_ABOVE = 2;
/** Maximum of visible sources, and number of reserved lines. */
const MAX_SHOWN = 10;
const MIN_SHOWN = 3;

const titles: Readonly<Record<Exclude<AddField, 'sources'>, string>> = {
	destination: 'Destination',
	hops: 'Hops',
	'safe-seeding': 'Safe seeding',
	stopped: 'Stopped',
};
const TITLE_WIDTH = 14;

/** Asks for downloads to add, and for their options. */
export function AddDialog({ dialog, state, theme, width, height }: DialogProps<'add'>) {
	const inner = innerWidthOf(width, WANTED_WIDTH);
	const line = (left: readonly Segment[], right?: readonly Segment[]) =>
		composeLine(theme, inner, left, right);
	const plan = planOf(state, dialog);
	const suggestions = suggestionsOf(state, dialog);
	const inside = height - FOOTER_HEIGHT - 2 - OTHER_LINES;
	const room = Math.max(1, inside - (dialog.field === 'destination' ? MAX_SUGGESTIONS : 0));
	const shown = Math.min(room, Math.max(MIN_SHOWN, Math.min(MAX_SHOWN, plan.length)));
	const first = firstShown(dialog.chosen, plan.length, shown);

	const field = (name: Exclude<AddField, 'sources'>, value: string, told: string) => {
		const isOn = dialog.field === name;
		const label = style(
			theme,
			isOn ? 'title' : 'normal',
			fit(`${isOn ? '>' : ' '} ${titles[name]}`, TITLE_WIDTH),
		);
		if (isOn && name === 'destination') {
			const mark = standing === undefined ? '' : `  ${standing}`;
			const room = inner - TITLE_WIDTH - 1 - widthOf(mark);
			return `${label} ${padded(textField(dialog.line.characters, dialog.line.cursor, room), room)}${style(theme, standingToken, mark)}`;
		}
		return `${label} ${composeLine(theme, inner - TITLE_WIDTH - 1, [
			{ text: value, token: isOn ? 'selected' : 'normal' },
			{ text: value === '' ? told : ` ${told}`, token: name === 'destination' ? standingToken : 'faint' },
		])}`;
	};
	const destination = sanitise(fieldText(dialog, 'destination'), inner * 4);
	const standing = destinationText(state, dialog, inner);
	const isNew = standing !== undefined && isNewDestination(state, dialog);
	const standingToken: Token = isNew ? 'warning' : 'faint';
	const lines = [
		line([{ text: 'Magnet links, URLs, infohashes, paths of .torrent files:', token: 'heading' }]),
		sourceField(dialog, inner),
		...plan
			.slice(first, first + shown)
			.map((each, index) =>
				sourceLine(each, first + index + 1, dialog.field === 'sources' && first + index === dialog.chosen),
			),
		...Array<string>(Math.max(0, shown - plan.length)).fill(''),
		toldLine(),
		field(
			'destination',
			shorten(destination, inner - TITLE_WIDTH - 2 - widthOf(standing ?? '')),
			destination === '' ? "the service's own" : (standing ?? ''),
		),
		...(dialog.field === 'destination' ? suggestionLines() : []),
		field('hops', String(dialog.hops), hopsText(dialog)),
		field('safe-seeding', dialog.safeSeeding || dialog.hops > 0 ? 'on' : 'off', safeSeedingText(dialog)),
		field('stopped', dialog.stopped ? 'on' : 'off', stoppedText(dialog)),
	];

	function sourceLine(each: PlanLine, number: number, isOn: boolean): string {
		const sign = STATUS_SIGNS[each.status];
		const note = noteOfLine(each);
		const begin = `${isOn ? '>' : ' '}${String(number).padStart(3)} ${sign} `;
		const rest = inner - widthOf(begin);
		// The note has priority; the name has the rest, but at least half of the line.
		const noteRoom = Math.min(widthOf(note), Math.floor(rest / 2));
		const nameRoom = rest - (noteRoom === 0 ? 0 : noteRoom + 2);
		const name = fit(shorten(nameOfLine(each), nameRoom), nameRoom);
		const told = noteRoom === 0 ? '' : `  ${fit(shorten(note, noteRoom), noteRoom)}`;
		if (isOn) return style(theme, 'selected', begin + name + told);
		const token: Token = each.status === 'wrong' ? 'bad' : each.status === 'there' ? 'warning' : 'normal';
		return style(theme, token, begin + name) + style(theme, each.status === 'wrong' ? 'bad' : 'faint', told);
	}

	/** Returns the result for all sources; for a chosen invalid source the full reason. */
	function toldLine(): string {
		const chosen = dialog.field === 'sources' ? plan[dialog.chosen] : undefined;
		const isWrong = chosen?.status === 'wrong';
		const told = isWrong ? `${noteOfLine(chosen)}.` : `${summaryOf(plan)}.`;
		const held = unchangedText(state, dialog);
		if (held !== '') return line([{ text: shorten(held, inner), token: 'warning' }]);
		const names = isWrong ? continuationText(state, dialog) : '';
		if (names !== '') return line([{ text: shorten(names, inner), token: 'faint' }]);
		const text = plan.length === 0 ? 'Nothing yet: type, paste, or ctrl-o to browse.' : told;
		return line([{ text: shorten(text, inner), token: isWrong ? 'bad' : 'faint' }]);
	}

	function suggestionRoom(): number {
		return Math.min(MAX_SUGGESTIONS, Math.max(0, inside - shown));
	}

	function suggestionLines(): string[] {
		const space = suggestionRoom();
		const drawn = suggestions.slice(0, space).map((path, index) => {
			const text = fit(shorten(sanitise(path, inner * 4), inner - TITLE_WIDTH - 1), inner - TITLE_WIDTH - 1);
			const token: Token = index === dialog.suggested ? 'selected' : 'faint';
			const sign = index === dialog.suggested ? '>' : ' ';
			return `${' '.repeat(TITLE_WIDTH - 1)}${sign} ${style(theme, token, text)}`;
		});
		return [...drawn, ...Array<string>(space - drawn.length).fill('')];
	}

	const offered = dialog.field === 'destination' ? suggestionRoom() : 0;
	const targetAt: TargetAt = (_, at) => {
		const index = first + at - SOURCES_ABOVE;
		const below = at - SOURCES_ABOVE - shown - 1;
		if (at < SOURCES_ABOVE + shown + 1) {
			const isSource = at >= SOURCES_ABOVE && at < SOURCES_ABOVE + shown && index < plan.length;
			return { kind: 'field', field: 'sources', ...(isSource ? { index } : {}) };
		}
		if (below === 0) return { kind: 'field', field: 'destination' };
		if (below <= offered) {
			return below <= suggestions.length
				? { kind: 'field', field: 'destination', index: below - 1 }
				: undefined;
		}
		const field = addFields[below - offered + 1];
		return field && { kind: 'field', field };
	};

	return (
		<Frame
			title="Add a download"
			theme={theme}
			screenWidth={width}
			screenHeight={height}
			innerWidth={WANTED_WIDTH}
			lines={lines}
			targetAt={targetAt}
		/>
	);
}

/** Returns the line of sources: as a text field, or as it was left. */
function sourceField({ field, line, left }: Adding, columns: number): string {
	if (field === 'sources') return `> ${textField(line.characters, line.cursor, columns - 2)}`;
	const text = sanitise((left.sources?.characters ?? []).join(''), columns * 4);
	return `  ${fit(shorten(text, columns - 2), columns - 2)}`;
}

function hopsText({ hops, field }: Adding): string {
	const how = hops === 0 ? 'a plain download' : 'anonymous, and slower';
	return field === 'hops' ? `${how}; a digit, or ↑ ↓` : how;
}

function safeSeedingText({ hops, field }: Adding): string {
	if (hops > 0) return 'hops ask for it';
	return field === 'safe-seeding' ? 'seed only through hops; space, or ↑ ↓' : 'seed only through hops';
}

function stoppedText({ stopped, field }: Adding): string {
	if (stopped) return 'stopped right after it is added; what came before stays';
	return field === 'stopped' ? 'it begins at once; space, or ↑ ↓' : 'it begins at once';
}

export const addDialog: DialogSurface<'add'> = {
	kind: 'add',
	title: 'Add a download',
	commands: addCommands,
	list: {
		positions: (dialog, state) => placesInField(state, dialog),
		move: (dialog, state, rows) => replaceTop(state, moveInField(state, dialog, rows)),
	},
	field: { edit: (dialog, state, edit) => editAdding(state, dialog, edit) },
	paste: pasteSources,
	point: pointAtAddField,
	view: AddDialog,
	spoken: spokenAdd,
};
