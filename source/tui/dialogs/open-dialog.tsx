import { AddDialog } from './add/dialog.tsx';
import { AddFilesDialog } from './add-files/dialog.tsx';
import { BrowseDialog } from './browse/dialog.tsx';
import { ColumnsDialog } from './columns/dialog.tsx';
import { ConfirmDialog } from './confirm/dialog.tsx';
import { DeleteDataDialog } from './delete-data/dialog.tsx';
import type { DialogProps } from './dialog.ts';
import { EntryDialog } from './entry/dialog.tsx';
import { FailuresDialog } from './failures/dialog.tsx';
import { FilesPatternDialog } from './files-pattern/dialog.tsx';
import { FilterDialog } from './filter/dialog.tsx';
import { FiltersDialog } from './filters/dialog.tsx';
import { HelpDialog } from './help/dialog.tsx';
import { HopsDialog } from './hops/dialog.tsx';
import { LimitsDialog } from './limits/dialog.tsx';
import { PaletteDialog } from './palette/dialog.tsx';
import { RemoveDialog } from './remove/dialog.tsx';
import { SaveFilterDialog } from './save-filter/dialog.tsx';
import { SaveTorrentDialog } from './save-torrent/dialog.tsx';
import { SortDialog } from './sort/dialog.tsx';
import { StreamDialog } from './stream/dialog.tsx';

/** One dialog of the stack, drawn by its kind. */
export function OpenDialog({ dialog, ...screen }: DialogProps) {
	switch (dialog.kind) {
		case 'help':
			return <HelpDialog dialog={dialog} {...screen} />;
		case 'add':
			return <AddDialog dialog={dialog} {...screen} />;
		case 'browse':
			return <BrowseDialog dialog={dialog} {...screen} />;
		case 'add-files':
			return <AddFilesDialog dialog={dialog} {...screen} />;
		case 'remove':
			return <RemoveDialog dialog={dialog} {...screen} />;
		case 'delete-data':
			return <DeleteDataDialog dialog={dialog} {...screen} />;
		case 'confirm':
			return <ConfirmDialog dialog={dialog} {...screen} />;
		case 'hops':
			return <HopsDialog dialog={dialog} {...screen} />;
		case 'limits':
			return <LimitsDialog dialog={dialog} {...screen} />;
		case 'failures':
			return <FailuresDialog dialog={dialog} {...screen} />;
		case 'save-torrent':
			return <SaveTorrentDialog dialog={dialog} {...screen} />;
		case 'stream':
			return <StreamDialog dialog={dialog} {...screen} />;
		case 'palette':
			return <PaletteDialog dialog={dialog} {...screen} />;
		case 'entry':
			return <EntryDialog dialog={dialog} {...screen} />;
		case 'files-pattern':
			return <FilesPatternDialog dialog={dialog} {...screen} />;
		case 'sort':
			return <SortDialog dialog={dialog} {...screen} />;
		case 'columns':
			return <ColumnsDialog dialog={dialog} {...screen} />;
		case 'filters':
			return <FiltersDialog dialog={dialog} {...screen} />;
		case 'save-filter':
			return <SaveFilterDialog dialog={dialog} {...screen} />;
		case 'filter':
			return <FilterDialog dialog={dialog} {...screen} />;
		case 'files-filter':
		case 'events-filter':
			// It is typed in the footer, so that the list stays in view.
			return null;
	}
}
