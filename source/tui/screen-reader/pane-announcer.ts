import type { State } from '../../state/core/state.ts';
import { panes } from '../shell/panes.ts';
import { DISCONNECTED, type Spoken, type SpokenView } from '../surfaces/surface.ts';
import type { SpeechOutput } from './speech-output.ts';
import { spokenPaneTitle, spokenSurface } from './surface-text.ts';

export const paneAnnouncerText = {
	back: (title: string) => `Back in ${title.toLowerCase()}.`,
} as const;

/** Speaks the current pane, its content, and the focused row. */
export class PaneAnnouncer {
	readonly #voice: SpeechOutput;
	/** The content spoken last, by id. */
	#pane: State['pane'] | undefined;
	#situation: string | undefined;
	#view: ReadonlyMap<string, string> = new Map();
	#row: string | undefined;
	#condition = '';

	constructor(voice: SpeechOutput) {
		this.#voice = voice;
	}

	/**
	 * Speaks what differs from the last call, and the pane after a dialog over it has closed. Returns whether the row
	 * was spoken.
	 */
	announce(state: State, afterDialog: boolean): boolean {
		const { situation, view, row } = spokenSurface(state);
		const news: Spoken[] = [];
		if (state.pane !== this.#pane) {
			this.#pane = state.pane;
			this.#situation = undefined;
			this.#row = undefined;
			this.#view = idsOf(view);
			const title = spokenPaneTitle(state);
			if (title !== undefined) this.#voice.say(title);
		} else if (afterDialog) this.#voice.say(paneAnnouncerText.back(panes[state.pane].title));
		if (situation.id !== DISCONNECTED) {
			if (situation.id !== this.#situation) news.push(situation);
			this.#situation = situation.id;
		}
		for (const [name, text] of Object.entries(view)) {
			const before = this.#view.get(name);
			if (before !== undefined && before !== text.id) news.push(text);
		}
		this.#view = idsOf(view);
		const isAnother = row !== undefined && row.id !== this.#row;
		this.#say(...news, ...(isAnother ? [row] : []));
		if (row && !isAnother && row.condition !== this.#condition) this.#voice.say(`${row.condition}.`);
		this.#row = row?.id;
		this.#condition = row?.condition ?? '';
		return isAnother;
	}

	/** Speaks the row again. */
	announceRow(state: State): void {
		const { row } = spokenSurface(state);
		if (row) this.#say(row);
	}

	/** Speaks the content of the pane, unusual view settings, and the row. */
	announceAll(state: State): void {
		const { situation, view, row } = spokenSurface(state);
		this.#say(
			...(situation.id === DISCONNECTED ? [] : [situation]),
			...Object.values(view).filter(({ id }) => id !== ''),
			...(row ? [row] : []),
		);
	}

	/** Speaks texts; a line that several of them have is spoken once. */
	#say(...texts: readonly Spoken[]): void {
		const lines = new Set(texts.flatMap((text) => text.lines()));
		for (const line of lines) if (line !== '') this.#voice.say(line);
	}
}

function idsOf(view: SpokenView): ReadonlyMap<string, string> {
	return new Map(Object.entries(view).map(([name, { id }]) => [name, id]));
}
