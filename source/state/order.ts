import type { News } from './journal.ts';
import type { NeedName } from './needs.ts';

/** Something a service is told to do, through a client, and what follows from it. */
export interface Order<Client> {
	readonly send: (client: Client) => Promise<unknown>;
	/** What is being done to what ('Stopping nested'): begins the line that says why it failed. */
	readonly doing?: string;
	/** What the user is told when it worked. */
	readonly done?: News;
	/** What has to be read again afterwards, however it ended. */
	readonly stale: readonly NeedName[];
}

/** The same told for many things: a few at a time, each failure told by itself, the success once for all. */
export interface Bulk<Client> {
	readonly orders: readonly Omit<Order<Client>, 'done' | 'stale'>[];
	/** What the user is told in the end of those that worked, if any did. */
	readonly done: (worked: number) => News;
	readonly stale: readonly NeedName[];
}
