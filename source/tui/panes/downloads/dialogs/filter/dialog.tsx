import type { Offer } from '../../../../../filter/complete.ts';
import { truncate, width as widthOf } from '../../../../../format/cells.ts';
import { sanitize } from '../../../../../format/sanitize.ts';
import { current } from '../../../../../state/downloads/downloads.ts';
import { stateInstead } from '../../../../../state/downloads/state-word.ts';
import { typedFilter } from '../../../../../state/downloads/typed-filter.ts';
import { lineText } from '../../../../../state/surfaces/line-edit.ts';
import { completionsOf } from '../../../../../state/view/completions.ts';
import { FOOTER_HEIGHT } from '../../../../components/layout.ts';
import type { DialogProps, DialogSurface } from '../../../../dialogs/dialog.ts';
import { type ChoiceLine, choiceLines } from '../../../../dialogs/kit/index.ts';
import { Canvas, Overlay } from '../../../../terminal/canvas.tsx';
import { style, type Theme } from '../../../../theme/theme.ts';
import { noMatchesText } from '../../no-matches.ts';
import { filterCommands } from './commands.ts';

const MAX_OFFERS = 6;
/** Cells of a completion, before its meaning. */
const OFFER_WIDTH = 24;

/**
 * Completions and invalid conditions of the typed filter, above its line in the footer. Without any, nothing is drawn
 * and the list stays visible.
 */
export function FilterDialog({ dialog, state, theme, width, height }: DialogProps<'filter'>) {
	const { offers } = completionsOf(state);
	const { faults, hints } = state.downloads.query;
	// Covers at most a third of the list.
	const room = Math.max(1, Math.min(MAX_OFFERS, Math.floor((height - 4) / 3)));
	const findingLines = [
		...faults.map((fault) => style(theme, 'warning', fittedText(`! ${sanitize(fault, 300)}`, width))),
		// The completions already show it.
		...(offers.length > 0 ? [] : hints).map((hint) =>
			style(theme, 'info', fittedText(`… ${sanitize(hint, 300)}`, width)),
		),
	].slice(0, 2);
	const chosen = dialog.chosen ?? 0;
	const place = { theme, columns: width, rows: room };
	const lines = [
		...choiceLines({ count: offers.length, chosen, lineOf: (index) => lineOf(offers[index]) }, place),
		...findingLines,
	];
	if (lines.length === 0) return null;
	const drawn = [rule(theme, width, chosen, offers.length), ...lines];
	return (
		<Overlay position="absolute" marginTop={Math.max(0, height - FOOTER_HEIGHT - drawn.length)}>
			<Canvas width={width} height={drawn.length} lines={drawn} />
		</Overlay>
	);
}

function fittedText(text: string, columns: number): string {
	return ` ${truncate(text, columns - 1)}`;
}

function lineOf(offer: Offer | undefined): ChoiceLine {
	const { text = '', about = '', count } = offer ?? {};
	const cells = widthOf(sanitize(text, 200)) > OFFER_WIDTH ? {} : { cells: OFFER_WIDTH };
	return {
		left: [
			{ text: ' ' },
			{ text, ...cells, most: 2 * OFFER_WIDTH, cut: 'end' },
			{ text: count === undefined ? '' : String(count), cells: 7, align: 'right' },
			{ text: `  ${about}`, token: 'faint' },
		],
	};
}

export const filterDialogText = { title: '── Completions' } as const;

/** Returns '── Completions ── 1 of 9 ──'. */
function rule(theme: Theme, columns: number, chosen: number, offers: number): string {
	if (offers === 0) return style(theme, 'border', '─'.repeat(columns));
	const title = `${filterDialogText.title} `;
	const place = ` ${chosen + 1} of ${offers} ──`;
	const line = '─'.repeat(Math.max(0, columns - widthOf(title) - widthOf(place)));
	return style(theme, 'border', truncate(`${title}${line}${place}`, columns));
}

export const filterDialog: DialogSurface<'filter'> = {
	kind: 'filter',
	title: 'Filter downloads',
	commands: filterCommands,
	list: 'beneath',
	field: { edit: (dialog, state, edit) => typedFilter(state, edit(dialog.line)) },
	inFooter: true,
	view: FilterDialog,
	spoken: {
		title: () => 'Filter: type words of the names',
		choice: ({ chosen = 0, line, recall }, state) => {
			const { view, list, query } = state.downloads;
			const on = current(state.downloads);
			const { offers } = completionsOf(state);
			const instead = stateInstead(state.downloads);
			// Completions of an empty line are spoken only on request.
			const offer = line.characters.length > 0 || chosen > 0 ? offers[chosen] : undefined;
			return [
				// Recalled text is spoken, because the user did not type it.
				...(recall ? [sanitize(lineText(line), 200) || 'nothing typed'] : []),
				`${view.length} of ${list.length} shown${on ? `, on ${sanitize(on.name, 300)}` : ''}`,
				...(instead ? [noMatchesText.stateInstead(instead)] : []),
				...[...query.faults, ...query.hints].map((finding) => sanitize(finding, 300)),
				...(offer
					? [`tab completes to ${sanitize(offer.text, 200)}, ${chosen + 1} of ${offers.length}`]
					: []),
			].join('; ');
		},
	},
};
