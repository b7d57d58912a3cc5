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

/** The same told for many things: a few at a time. Each failure is written down, and in the end one notice tells all. */
export interface Bulk<Client> {
	readonly orders: readonly Omit<Order<Client>, 'done' | 'stale'>[];
	/** What is being done to all of them ('Stopping 60 downloads'): begins the notice that some failed. */
	readonly doing: string;
	/** What the user is told when all worked. */
	readonly done: News;
	readonly stale: readonly NeedName[];
}
