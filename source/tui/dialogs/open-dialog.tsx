import { AddDialog } from './add/dialog.tsx';
import type { DialogProps } from './dialog.ts';
import { HelpDialog } from './help/dialog.tsx';
import { PaletteDialog } from './palette/dialog.tsx';
import { RemoveDialog } from './remove/dialog.tsx';

/** One dialog of the stack, drawn by its kind. */
export function OpenDialog({ dialog, ...screen }: DialogProps) {
	switch (dialog.kind) {
		case 'help':
			return <HelpDialog dialog={dialog} {...screen} />;
		case 'add':
			return <AddDialog dialog={dialog} {...screen} />;
		case 'remove':
			return <RemoveDialog dialog={dialog} {...screen} />;
		case 'palette':
			return <PaletteDialog dialog={dialog} {...screen} />;
		case 'filter':
			// It is typed in the footer, so that the list stays in view.
			return null;
	}
}
