import type { Failure } from '../connection/connection.ts';
import type { News } from '../events/journal.ts';
import type { QueryName } from '../surfaces/query.ts';
import type { Change } from './change.ts';
import type { FileToPlay, Saving, TorrentToSave } from './requested-files.ts';
import type { UndoStep } from './undo-stack.ts';

/** Options of an addition, as in the interface. */
export interface Addition {
	readonly destination?: string;
	readonly anon_hops?: number;
	readonly safe_seeding?: boolean;
	readonly selected_files?: number[];
	readonly use_files?: boolean;
}

/** A source as the user named it. `uri` is an absolute path, a link, or an infohash. */
export interface SourceToAdd {
	readonly kind: 'magnet' | 'infohash' | 'url' | 'path' | 'wrong';
	readonly uri: string;
}

/** Answer of the service. */
export interface Added {
	readonly infohash: string;
}

/** A text to save on the cockpit's machine. */
export interface TextToSave {
	/** As typed: '~' is the home folder, relative paths start in the working directory. */
	readonly path: string;
	/** Its name, if the path is a folder. */
	readonly name: string;
	readonly overwrite: boolean;
	readonly content: Iterable<string>;
}

/** Actions of a request on the machine of the cockpit. The service may not be able to read its disk. */
export interface LocalMachine<Client> {
	/** Adds a source. A .torrent file is read here. */
	readonly addSource: (client: Client, source: SourceToAdd, how: Addition) => Promise<Added>;
	/** Fetches and saves the .torrent file of a download. */
	readonly saveTorrent: (client: Client, wanted: TorrentToSave) => Promise<Saving>;
	/** Saves text to a private file. */
	readonly saveText: (wanted: TextToSave) => Promise<Saving>;
	/** Opens a file in a player. Resolves when the player runs. Later failures are news. */
	readonly play: (file: FileToPlay) => Promise<void>;
}

/** Journal entry of a completed action: 'Removed', and what is needed to restore it. Untrusted. */
export interface LogEntry {
	readonly doing: string;
	readonly text: string;
}

/** A write request to the service, with its consequences. */
export interface ServiceRequest<Client> {
	readonly send: (client: Client, machine: LocalMachine<Client>) => Promise<unknown>;
	/** Current action ('Stopping nested'): start of the line that reports a failure. */
	readonly doing?: string;
	/** The affected download. The entry of a failure links to it. */
	readonly infohash?: string;
	/** News on success; a function if the text depends on the answer. */
	readonly done?: News | (() => News);
	/** Queries to repeat afterwards, also after a failure. */
	readonly stale: readonly QueryName[];
	/** Requests of one queue run in sequence, so that the last of two conflicting ones applies. */
	readonly queue?: string;
	/** Called at the end, with the reason if it failed, before queries are repeated. */
	readonly onEnd?: (failure: Failure | undefined) => void;
}

export interface BatchRequest<Client> extends Pick<ServiceRequest<Client>, 'send' | 'doing' | 'infohash'> {
	/** Whether 'not found' counts as success, as for a removal. */
	readonly isDoneIfMissing?: boolean;
	/** Requested change: shown as pending until the service shows it. */
	readonly change?: Change;
	/** Title of its failure in the list; default `doing`. Untrusted. */
	readonly name?: string;
	/** Journal entry on success if the batch has several requests. */
	readonly logEntry?: LogEntry;
}

/** Many requests, run a few at a time. Each failure is recorded. One notice summarizes all. */
export interface RequestBatch<Client> {
	readonly requests: readonly BatchRequest<Client>[];
	/** Set if the batch is an undo or a redo. */
	readonly step?: UndoStep;
	/** Current action ('Stopping 60 downloads'): start of the notice about failures. */
	readonly doing: string;
	/** Completed action, used if only some worked: 'Stopped'. */
	readonly did?: string;
	/** News if all worked. */
	readonly done: News | (() => News);
	readonly stale: readonly QueryName[];
}
