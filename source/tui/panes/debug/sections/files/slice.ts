import type { OpenFile } from '../../../../../protocol/resources/debug.ts';
import { sectionData } from '../../../../../state/surfaces/sections.ts';
import { noObservedList, type ObservedList } from '../../observed-list.ts';

/** The open files of the service. */
type OpenFilesSlice = ObservedList<OpenFile>;

declare module '../../../../../state/surfaces/sections.ts' {
	interface SectionSlices {
		'debug-files': OpenFilesSlice;
	}
}

export const openFiles = sectionData('debug-files', noObservedList);
