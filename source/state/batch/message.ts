import type { News } from '../events/journal.ts';
import type { RequestResult } from './batch.ts';
import type { ChangeOf } from './change.ts';
import type { UndoStep } from './undo-stack.ts';
import type { Undoable } from './undoable.ts';

/** Messages about batches. Times are Unix ms. */
export type BatchMessage =
	| {
			readonly type: 'began';
			readonly id: number;
			readonly doing: string;
			readonly total: number;
			readonly step: UndoStep | undefined;
			/** Requested changes of downloads. */
			readonly changes: readonly ChangeOf[];
			readonly at: number;
	  }
	| {
			readonly type: 'progress';
			readonly id: number;
			readonly outcomes: readonly RequestResult[];
			readonly at: number;
	  }
	/** The user cancelled the unsent requests. */
	| { readonly type: 'cancel' }
	| {
			readonly type: 'ended';
			readonly id: number;
			/** Summary at the end. */
			readonly news: News | undefined;
			readonly at: number;
	  }
	/** No subject of a step is left. */
	| { readonly type: 'forget-step'; readonly step: UndoStep }
	/** Settings were changed. `step`: by an undo or a redo. */
	| { readonly type: 'settings-changed'; readonly made: Undoable; readonly step: UndoStep | undefined }
	/** An undo or a redo of settings failed, so it can be repeated. */
	| { readonly type: 'settings-kept'; readonly left: Undoable; readonly step: UndoStep }
	/** The user opened the failures. */
	| { readonly type: 'seen' };
