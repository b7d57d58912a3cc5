import type { Change } from './change.ts';
import type { News } from './journal.ts';
import type { Outcome } from './work.ts';

/** What can happen to works. Times are milliseconds since 1970. */
export type WorkMessage =
	| {
			readonly type: 'began';
			readonly id: number;
			readonly doing: string;
			readonly total: number;
			readonly change: Change | undefined;
			/** Infohashes of the downloads it is about. */
			readonly about: readonly string[];
			readonly at: number;
	  }
	| {
			readonly type: 'progress';
			readonly id: number;
			readonly outcomes: readonly Outcome[];
			readonly at: number;
	  }
	/** The user wants nothing more to be sent. */
	| { readonly type: 'cancel' }
	| {
			readonly type: 'ended';
			readonly id: number;
			/** What there is to say in the end. */
			readonly news: News | undefined;
			readonly at: number;
	  }
	/** The user looked at the failures. */
	| { readonly type: 'seen' };
