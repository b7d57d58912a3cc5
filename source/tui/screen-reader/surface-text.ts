import { oneLine } from '../../format/one-line.ts';
import type { State } from '../../state/core/state.ts';
import { spokenBatch } from '../shell/batch-line.ts';
import { withEffectiveKeys } from '../shell/commands/key-texts.ts';
import { currentPane } from '../shell/panes.ts';
import {
	DISCONNECTED,
	type ListDescription,
	type Spoken,
	type SpokenRow,
	type SpokenView,
	type SurfaceContent,
} from '../surfaces/surface.ts';

/** The current pane and its details as they are spoken, derived from their declarations. */
interface SpokenSurface {
	/** The content as a whole. */
	readonly situation: Spoken;
	readonly view: SpokenView;
	/** The focused row. */
	readonly row: SpokenRow | undefined;
}

export function spokenSurface(state: State): SpokenSurface {
	const pane = currentPane(state);
	const { details, section } = pane;
	const list = pane.list.describe(state);
	if (section) return spokenSection(section.title, contentText(pane, state), list, state);
	const listRow = list.row();
	// They are about the row under the cursor.
	const shown = listRow && details?.isShown(state) ? details.current(state) : undefined;
	const row = shown && details?.hasFocus(state) ? shown.list?.describe?.(state).row() : undefined;
	return {
		situation: contentText(pane, state),
		view: {
			...list.view(),
			batch: spokenBatch(state),
			...(details ? { details: detailsText(shown, state) } : {}),
			...(shown ? viewInDetails(shown, state) : {}),
		},
		row: row ?? listRow,
	};
}

/** Returns the title of the pane, as spoken; undefined if the text of its section begins with the same words. */
export function spokenPaneTitle(state: State): string | undefined {
	const { title, section } = currentPane(state);
	const isRepeated = section?.title === title && spokenSurface(state).situation.id !== DISCONNECTED;
	return isRepeated ? undefined : `${title}.`;
}

/** Returns the spoken section. Its ids differ from those of other sections. */
function spokenSection(
	title: string,
	{ id, lines }: Spoken,
	{ view, row }: ListDescription,
	state: State,
): SpokenSurface {
	const spoken = row();
	return {
		situation:
			id === DISCONNECTED ? { id, lines } : { id: `${title} ${id}`, lines: () => [`${title}.`, ...lines()] },
		view: { ...namedView(title, view()), batch: spokenBatch(state) },
		row: spoken && { ...spoken, id: `${title} ${spoken.id}` },
	};
}

/** Returns its message; if it has none, the number of its rows, its text, its facts and its results. */
export function contentText({ message, text, facts, list }: SurfaceContent, state: State): Spoken {
	const empty = message?.(state);
	if (empty) return { id: empty.id, lines: () => empty.lines.map((line) => withEffectiveKeys(line, state)) };
	const said = text?.(state);
	return {
		id: said?.id ?? '',
		lines: () => {
			const rows = list?.describe?.(state);
			return [
				rows?.counts() ?? '',
				...(said?.lines ?? []),
				...(facts?.(state) ?? [])
					.filter(([, value]) => value !== '' && value !== '–')
					.map(([name, value]) => `${name}: ${oneLine(value, 400)}`),
				...(rows?.result() ?? []),
			];
		},
	};
}

function detailsText(content: SurfaceContent | undefined, state: State): Spoken {
	if (!content) return { id: '', lines: () => ['Details are hidden.'] };
	const { id, lines } = contentText(content, state);
	return { id: `${content.title} ${id}`, lines: () => [`${content.title}.`, ...lines()] };
}

function viewInDetails({ title, list }: SurfaceContent, state: State): SpokenView {
	return namedView(title, list?.describe?.(state).view() ?? {});
}

/** Returns a view by names that no other surface has. */
function namedView(title: string, view: SpokenView): SpokenView {
	return Object.fromEntries(Object.entries(view).map(([name, text]) => [`${title} ${name}`, text]));
}
