import type { Connection } from '../connection/connection.ts';
import type { OpenDialogs } from '../dialogs/open-dialogs.ts';
import type { DownloadsSlice } from '../downloads/downloads.ts';
import type { AddingSlice } from './adding.ts';

/** The slices that the add dialogs read. */
export interface AddingData extends OpenDialogs {
	readonly adding: AddingSlice;
	readonly connection: Connection;
	readonly downloads: DownloadsSlice;
}
