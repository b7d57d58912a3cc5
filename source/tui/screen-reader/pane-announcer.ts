import type { State } from '../../state/core/state.ts';
import { panes } from '../panes/registry.ts';
import type { Spoken } from '../surfaces/surface.ts';
import type { SpeechOutput } from './speech-output.ts';

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
		const text = panes[state.pane].spoken;
		const view = Object.entries(text.view(state));
		if (state.pane !== this.#pane) {
			this.#pane = state.pane;
			this.#situation = undefined;
			this.#row = undefined;
			this.#view = new Map(view.map(([name, { id }]) => [name, id]));
			this.#voice.say(`${panes[state.pane].title}.`);
		} else if (afterDialog) this.#voice.say(`Back in ${panes[state.pane].title.toLowerCase()}.`);
		const situation = text.situation(state);
		if (situation.id !== this.#situation) this.#say(situation);
		this.#situation = situation.id;
		for (const [name, telling] of view) if (telling.id !== this.#view.get(name)) this.#say(telling);
		this.#view = new Map(view.map(([name, { id }]) => [name, id]));
		const row = text.row(state);
		const isAnother = row !== undefined && row.id !== this.#row;
		if (isAnother) this.#say(row);
		else if (row && row.condition !== this.#condition) this.#voice.say(`${row.condition}.`);
		this.#row = row?.id;
		this.#condition = row?.condition ?? '';
		return isAnother;
	}

	/** Speaks the row again. */
	announceRow(state: State): void {
		const row = panes[state.pane].spoken.row(state);
		if (row) this.#say(row);
	}

	/** Speaks the content of the pane, unusual view settings, and the row. */
	announceAll(state: State): void {
		const text = panes[state.pane].spoken;
		this.#say(text.situation(state));
		for (const telling of Object.values(text.view(state))) if (telling.id !== '') this.#say(telling);
		this.announceRow(state);
	}

	#say(telling: Spoken): void {
		for (const line of telling.lines()) this.#voice.say(line);
	}
}
