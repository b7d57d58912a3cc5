// Stands in the bundle where the native uTP library would be: the engine speaks TCP only, and the BitTorrent library
// prints a warning when it finds nothing here.
module.exports = {};
