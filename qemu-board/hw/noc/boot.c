/*
 * Booting from flash: boot ROM, NOR flash, and the image until it is ready
 *
 * SPDX-License-Identifier: GPL-2.0-or-later
 *
 * docs/board.md, section 7. With option -bios harts start in the boot ROM, which all
 * nodes have, and the image is what node 0's hart stores there until it writes READY to
 * NI_BOOT. Without it there is neither ROM nor flash.
 *
 * The flash is QEMU's NOR flash as two chips of 16 bits side by side. Its own memory
 * region is not mapped anywhere: it changes between memory and registers with each
 * command, and all nodes' address spaces would be built anew each time (65 ms with 4,096
 * nodes). Node 0 has a region of registers in front of it that never changes.
 *
 * Not modelled: the time that programming and erasing take; locked sectors. Execution from
 * flash works, slowly.
 */
#include "qemu/osdep.h"
#include "qemu/error-report.h"
#include "qemu/option.h"
#include "qapi/error.h"
#include "hw/block/flash.h"
#include "hw/qdev-properties.h"
#include "hw/qdev-properties-system.h"
#include "system/block-backend.h"
#include "system/blockdev.h"
#include "hw/noc/nocturne.h"

#include "flash.h"
#include "memmap.h"
#include "regs.h"

/* Two 28F320J3, Intel's: 4 MiB each. */
enum { CHIP_WIDTH = 2, CHIPS = 2, INTEL = 0x89, CHIP_ID = 0x16, CHIP_BUFFER = 256 };

/* --- the image -------------------------------------------------------------------- */

/*
 * A store of node 0's hart before READY is one to every node's instruction memory. Any
 * other is a bug of the firmware: let the hart know.
 */
static MemTxResult image_write(void *opaque, hwaddr addr, uint64_t value, unsigned size,
                               MemTxAttrs attrs)
{
    NocturneBoard *b = opaque;
    NocturneNode *n = nocturne_accessor();
    uint8_t word[sizeof(uint32_t)];

    if (!n || n->id != 0 || !b->config.rom || size != sizeof(word) || addr % sizeof(word)) {
        return MEMTX_ERROR;
    }
    nocturne_sched_sync(n);
    if (NOC_GET(noc_board_boot(b->model), NI_BOOT, READY)) {
        return MEMTX_ERROR;
    }
    stl_le_p(word, value);
    /* This forgets what has been translated of it, for all harts. */
    return address_space_write_rom(CPU(&n->hart)->as, NOC_IMAGE_BASE + addr, attrs, word,
                                   sizeof(word));
}

static MemTxResult rom_write(void *opaque, hwaddr addr, uint64_t value, unsigned size,
                             MemTxAttrs attrs)
{
    return MEMTX_ERROR;
}

static const MemoryRegionOps image_ops = {
    .write_with_attrs = image_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 1, .max_access_size = 8, .unaligned = true },
};

static const MemoryRegionOps rom_ops = {
    .write_with_attrs = rom_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 1, .max_access_size = 8, .unaligned = true },
};

bool nocturne_boot_failed(const NocturneBoard *b)
{
    uint32_t boot = noc_board_boot(b->model);

    return NOC_GET(boot, NI_BOOT, DONE) && !NOC_GET(boot, NI_BOOT, READY);
}

/* --- flash ------------------------------------------------------------------------ */

static MemTxResult flash_read(void *opaque, hwaddr addr, uint64_t *value, unsigned size,
                              MemTxAttrs attrs)
{
    NocturneBoard *b = opaque;

    return memory_region_dispatch_read(pflash_cfi01_get_memory(b->flash), addr, value,
                                       size_memop(size) | MO_LE, attrs);
}

static MemTxResult flash_write(void *opaque, hwaddr addr, uint64_t value, unsigned size,
                               MemTxAttrs attrs)
{
    NocturneBoard *b = opaque;

    return memory_region_dispatch_write(pflash_cfi01_get_memory(b->flash), addr, value,
                                        size_memop(size) | MO_LE, attrs);
}

static const MemoryRegionOps flash_ops = {
    .read_with_attrs = flash_read,
    .write_with_attrs = flash_write,
    .endianness = DEVICE_LITTLE_ENDIAN,
    .valid = { .min_access_size = 1, .max_access_size = 4 },
    .impl = { .min_access_size = 1, .max_access_size = 4 },
};

static void G_GNUC_PRINTF(2, 3) G_GNUC_NORETURN refuse(DriveInfo *drive, const char *format, ...)
{
    g_autofree char *why = NULL;
    va_list args;

    va_start(args, format);
    why = g_strdup_vprintf(format, args);
    va_end(args);
    error_report("%s: %s", qemu_opt_get(drive->opts, "file") ?: "-drive if=pflash", why);
    exit(EXIT_FAILURE);
}

/* The file is this board's alone: who else writes it would not be seen. */
static void claim(DriveInfo *drive)
{
    BlockBackend *blk = blk_by_legacy_dinfo(drive);
    uint64_t perm = BLK_PERM_CONSISTENT_READ;
    Error *error = NULL;

    if (blk_supports_write_perm(blk)) {
        perm |= BLK_PERM_WRITE;
    }
    if (blk_set_perm(blk, perm, BLK_PERM_CONSISTENT_READ, &error) < 0) {
        refuse(drive, "another board uses this flash (%s)", error_get_pretty(error));
    }
}

/* Its contents are a file's, which follows each write at once, or erased. */
static void build_flash(NocturneBoard *b)
{
    DeviceState *dev = qdev_new(TYPE_PFLASH_CFI01);
    DriveInfo *drive = drive_get(IF_PFLASH, 0, 0);
    MemoryRegion *chips;

    if (drive && blk_getlength(blk_by_legacy_dinfo(drive)) != NOC_FLASH_SIZE) {
        refuse(drive, "a flash has %d bytes, neither more nor less", NOC_FLASH_SIZE);
    }
    if (drive) {
        qdev_prop_set_drive(dev, "drive", blk_by_legacy_dinfo(drive));
    }
    qdev_prop_set_string(dev, "name", "nocturne.flash");
    qdev_prop_set_uint32(dev, "num-blocks", NOC_FLASH_SIZE / NOC_FLASH_SECTOR);
    qdev_prop_set_uint64(dev, "sector-length", NOC_FLASH_SECTOR);
    qdev_prop_set_uint8(dev, "width", CHIP_WIDTH * CHIPS);
    qdev_prop_set_uint8(dev, "device-width", CHIP_WIDTH);
    qdev_prop_set_uint32(dev, "buffer-size", CHIP_BUFFER);
    qdev_prop_set_uint16(dev, "id0", INTEL);
    qdev_prop_set_uint16(dev, "id1", CHIP_ID);
    object_property_add_child(OBJECT(b), "flash", OBJECT(dev));
    sysbus_realize_and_unref(SYS_BUS_DEVICE(dev), &error_fatal);
    b->flash = PFLASH_CFI01(dev);
    chips = pflash_cfi01_get_memory(b->flash);
    memory_region_set_enabled(chips, false);
    if (drive) {
        claim(drive);
    } else {
        memset(memory_region_get_ram_ptr(chips), 0xff, NOC_FLASH_SIZE);
    }
    memory_region_init_io(&b->flash_front, OBJECT(b), &flash_ops, b, "nocturne.flash-front",
                          NOC_FLASH_SIZE);
    nocturne_cpu_may_repeat(&b->flash_front);
}

/* --- building --------------------------------------------------------------------- */

void nocturne_boot_init(NocturneBoard *b)
{
    Object *owner = OBJECT(b);

    memory_region_init_rom_device_nomigrate(&b->image, owner, &image_ops, b, "nocturne.image",
                                            NOC_IMAGE_SIZE, &error_fatal);
    if (b->config.rom) {
        memory_region_init_rom_device_nomigrate(&b->rom, owner, &rom_ops, b, "nocturne.rom",
                                                NOC_ROM_SIZE, &error_fatal);
        build_flash(b);
    }
}

void nocturne_boot_map(NocturneNode *n)
{
    NocturneBoard *b = n->board;

    if (!b->config.rom) {
        return;
    }
    memory_region_init_alias(&n->rom, OBJECT(n), "rom", &b->rom, 0, NOC_ROM_SIZE);
    memory_region_add_subregion(&n->root, NOC_ROM_BASE, &n->rom);
    if (n->id == 0) {
        memory_region_add_subregion(&n->root, NOC_FLASH_BASE, &b->flash_front);
    }
}

void nocturne_boot_reset(NocturneBoard *b)
{
    if (b->flash) {
        device_cold_reset(DEVICE(b->flash));
    }
}
