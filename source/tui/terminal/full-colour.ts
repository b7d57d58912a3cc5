/** For who imports Ink statically: as the first import it sets what Ink has to be loaded in. */
import { prepareForInk } from './ink-environment.ts';

prepareForInk();
