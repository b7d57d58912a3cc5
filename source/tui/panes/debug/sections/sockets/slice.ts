import type { OpenSocket } from '../../../../../protocol/resources/debug.ts';
import { sectionData } from '../../../../../state/surfaces/sections.ts';
import { noObservedList, type ObservedList } from '../../observed-list.ts';

/** The open sockets of the service. */
export type OpenSocketsSlice = ObservedList<OpenSocket>;

declare module '../../../../../state/surfaces/sections.ts' {
	interface SectionSlices {
		'debug-sockets': OpenSocketsSlice;
	}
}

export const openSockets = sectionData('debug-sockets', noObservedList);
