import type { Store } from '../../state/core/store.ts';
import type { JournalEntry } from '../../state/events/journal-entry.ts';
import { entryText } from '../components/entry-text.ts';
import { journalPane } from '../shell/panes.ts';
import { ConnectionAnnouncer, serviceSentence } from './connection-announcer.ts';
import { DialogAnnouncer } from './dialog-announcer.ts';
import { PaneAnnouncer } from './pane-announcer.ts';
import type { SpeechOutput } from './speech-output.ts';
import { spokenPaneTitle } from './surface-text.ts';

/** Time in which spontaneous changes are combined, ms. */
const GATHER_MS = 50;
/** Maximum of simultaneous notices that are spoken one by one. */
const MAX_NOTICES = 5;

const levels: Readonly<Record<JournalEntry['level'], string>> = {
	info: '',
	success: '',
	warning: 'Warning: ',
	error: 'Error: ',
};

/**
 * Speaks relevant changes of the state, each once. It stores what was spoken last, not what happened. So only the
 * result of a burst of keys is spoken, and polling without changes is silent.
 */
export class Narrator {
	readonly #store: Store;
	readonly #voice: SpeechOutput;
	#connection = new ConnectionAnnouncer();
	/** Name of the service that was spoken last. */
	#context: string;
	readonly #dialogs: DialogAnnouncer;
	readonly #pane: PaneAnnouncer;
	readonly #unsubscribe: () => void;
	#timer: NodeJS.Timeout | undefined;
	/** When the timer is due. */
	#due = Number.POSITIVE_INFINITY;
	/** Notices that are not spoken yet. */
	#notices: JournalEntry[] = [];
	#noticed: number | undefined;
	/** Whether a movement key was pressed since the last announcement. */
	#moved = false;

	constructor(store: Store, voice: SpeechOutput) {
		this.#store = store;
		this.#context = store.get().contexts.current;
		this.#voice = voice;
		this.#pane = new PaneAnnouncer(voice);
		this.#dialogs = new DialogAnnouncer(voice, (wait) => this.#plan(wait));
		this.#unsubscribe = store.subscribe(() => this.#onChange());
		this.#onChange();
	}

	/** Speaks changes at once. If a movement key changed nothing, it speaks the position of the cursor. */
	announce(): void {
		clearTimeout(this.#timer);
		this.#due = Number.POSITIVE_INFINITY;
		const state = this.#store.get();
		if (state.contexts.current !== this.#context) {
			this.#context = state.contexts.current;
			this.#connection = new ConnectionAnnouncer();
			this.#voice.say(serviceSentence(state));
		}
		const connection = this.#connection.next(state.connection, state.now);
		if (connection !== undefined) this.#voice.say(connection);
		const dialog = this.#dialogs.announce(state);
		this.#announceNotices();
		if (dialog !== 'open') {
			const announcedRow = this.#pane.announce(state, dialog === 'just closed');
			if (this.#moved && !announcedRow) this.#pane.announceRow(state);
		}
		this.#moved = false;
	}

	/** Records a movement key: the position of the cursor will be spoken, moved or not. */
	noteMove(): void {
		this.#moved = true;
	}

	/** Speaks the position of the user: the service, the top surface, and the focused row. */
	announcePosition(): void {
		const state = this.#store.get();
		this.#voice.say(serviceSentence(state));
		if (this.#dialogs.announcePosition(state)) return;
		const title = spokenPaneTitle(state);
		if (title !== undefined) this.#voice.say(title);
		this.#pane.announceAll(state);
	}

	close(): void {
		clearTimeout(this.#timer);
		this.#unsubscribe();
	}

	#onChange(): void {
		const { notice } = this.#store.get().journal;
		if (notice && notice.id !== this.#noticed) {
			this.#noticed = notice.id;
			this.#notices.push(notice);
		}
		this.#plan(GATHER_MS);
	}

	#plan(wait: number): void {
		const due = performance.now() + wait;
		if (due >= this.#due) return;
		clearTimeout(this.#timer);
		this.#due = due;
		this.#timer = setTimeout(() => this.announce(), wait);
	}

	#announceNotices(): void {
		const notices = this.#notices.splice(0);
		for (const notice of notices.slice(0, MAX_NOTICES)) {
			this.#voice.say(`${levels[notice.level]}${entryText(notice, 400)}`);
		}
		const more = notices.length - MAX_NOTICES;
		const place = journalPane ? `, in ${journalPane.title.toLowerCase()}` : '';
		if (more > 0) this.#voice.say(`And ${more} more${place}.`);
	}
}
