import type { RequiredInput } from '../market/input-dialog.ts';

/** An entry of the events pane. Some are also shown as a notice. */
export interface JournalEntry {
	/** Ascending, from 1. */
	readonly id: number;
	/** Unix ms. */
	readonly at: number;
	readonly level: 'info' | 'success' | 'warning' | 'error';
	/** Action during which it happened ('Stopping nested'); undefined if there was none. */
	readonly doing?: string | undefined;
	/** Untrusted until drawn; bounded, because there are thousands of entries. */
	readonly text: string;
	/** The affected download. */
	readonly infohash?: string | undefined;
	/** Files of the profile that it reports. Enter shows its hottest functions. */
	readonly profile?: readonly string[] | undefined;
	/** Input that a wallet waits for. Enter opens the dialog for it. */
	readonly requiredInput?: RequiredInput | undefined;
	/** Order of the market that it reports as completed. */
	readonly completedOrder?: string | undefined;
	/** Order of the market of which it reports a trade. */
	readonly tradedOrder?: string | undefined;
	/** Whether the service was unreachable. The notice ends once it answers. */
	readonly unreachable?: boolean | undefined;
	/** Completion of a download, if the entry reports one. */
	readonly completion?: Completion | undefined;
	readonly share: Share;
}

/** Completion of a download, with its text in a combined notice. */
export interface Completion {
	readonly kind: 'finished' | 'failed';
	readonly what: string;
}

/** Share of the capacity: entries displace only entries of the same share. */
export type Share = 'notice' | 'order' | 'report';
