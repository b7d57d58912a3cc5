import type { QueryName } from '../core/queries.ts';
import type { Saving, TorrentToSave } from '../dialogs/save-torrent-dialog.ts';
import type { FileToPlay } from '../dialogs/stream-dialog.ts';
import type { News } from '../events/journal.ts';
import type { Change } from './change.ts';
import type { UndoStep } from './undo-stack.ts';

/** How a download is added, besides what it is of: as the interface has it. */
export interface Addition {
	readonly destination?: string;
	readonly anon_hops?: number;
	readonly safe_seeding?: boolean;
	readonly selected_files?: number[];
}

/** Something to download as the user named it: `uri` is an absolute path, a link, or an infohash. */
export interface SourceToAdd {
	readonly kind: 'magnet' | 'infohash' | 'url' | 'path' | 'wrong';
	readonly uri: string;
}

/** What a service answers. */
export interface Added {
	readonly infohash: string;
}

/** What an order can have done on the cockpit's own machine, whose disk no service need be able to read. */
export interface LocalMachine<Client> {
	/** Adds what the user named, a .torrent file by its path here. */
	readonly addSource: (client: Client, source: SourceToAdd, how: Addition) => Promise<Added>;
	/** Fetches and saves the .torrent file of a download. */
	readonly saveTorrent: (client: Client, wanted: TorrentToSave) => Promise<Saving>;
	/** Hands a file to a player; resolves when that runs. What becomes of it later is news. */
	readonly play: (file: FileToPlay) => Promise<void>;
}

/** What was done, and to what: 'Removed', and what a user needs to have it again. Hostile. */
export interface LogEntry {
	readonly doing: string;
	readonly text: string;
}

/** Something a service is told to do, through a client, and what follows from it. */
export interface ServiceRequest<Client> {
	readonly send: (client: Client, machine: LocalMachine<Client>) => Promise<unknown>;
	/** What is being done to what ('Stopping nested'): begins the line that says why it failed. */
	readonly doing?: string;
	/** The download it is about: the line that says why it failed leads there. */
	readonly infohash?: string;
	/** What the user is told when it worked; where the answer tells what that is, it is asked for then. */
	readonly done?: News | (() => News);
	/** What has to be read again afterwards, however it ended. */
	readonly stale: readonly QueryName[];
	/** Orders of one queue are given one after another: of two about the same thing the last one counts. */
	readonly queue?: string;
	/** Told how it ended, before anything is read again. */
	readonly onEnd?: (worked: boolean) => void;
}

export interface BatchRequest<Client> extends Pick<ServiceRequest<Client>, 'send' | 'doing' | 'infohash'> {
	/** It asks for a download to be gone: that there is none is no failure. */
	readonly goneIsDone?: boolean;
	/** What that is to become: until the service shows it, it is shown as pending. */
	readonly change?: Change;
	/** What a failure of it is listed under; `doing` where it is left out. Hostile. */
	readonly name?: string;
	/** What is written down when it worked and was one of many, beside what is told of all. */
	readonly logEntry?: LogEntry;
}

/** The same told for many things: a few at a time. Each failure is written down, and in the end one notice tells all. */
export interface RequestBatch<Client> {
	readonly requests: readonly BatchRequest<Client>[];
	/** Does it take something back, or do it anew? */
	readonly step?: UndoStep;
	/** What is being done to all of them ('Stopping 60 downloads'): begins the notice that some failed. */
	readonly doing: string;
	/** What was done, before how many it was done to where not all worked: 'Stopped'. */
	readonly did?: string;
	/** What the user is told when all worked. */
	readonly done: News | (() => News);
	readonly stale: readonly QueryName[];
}
