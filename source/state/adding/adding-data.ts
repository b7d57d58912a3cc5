import type { State } from '../core/state.ts';

/** The slices that the add dialogs read. */
export type AddingData = Pick<State, 'adding' | 'connection' | 'downloads' | 'dialogs'>;
