"""The client with `await`: boxes on images, from a folder to COCO, Arrow and datasets."""

import asyncio
import json
from pathlib import Path

import pytest
from service import Service

import png
from assay import AsyncAssay, BatchFailedError, errors

IMAGES = 16
SIDE = 40


def box(place: int) -> dict[str, object]:
    return {"label": "square", "bbox": {"x": place, "y": 2 * place % 20, "width": 10, "height": 12.5}}


def test_boxes_are_certified_and_read_in_coco_arrow_and_datasets(service: Service, tmp_path: Path) -> None:
    asyncio.run(label_boxes(service, tmp_path))


async def label_boxes(service: Service, tmp_path: Path) -> None:
    folder = tmp_path / "images"
    folder.mkdir()
    for place in range(IMAGES):
        (folder / f"{place:02}.png").write_bytes(
            png.gray([[place * 9 + x * y % 7 for x in range(SIDE)] for y in range(SIDE)])
        )
    async with AsyncAssay(api_key=service.key, base_url=service.origin) as client:
        project = await client.projects.create(
            name="Squares",
            annotation_type="object_detection",
            labels=[{"name": "square"}],
            quality_level="basic",
            quality_policy={"evidence": "agreement"},
        )
        [upload] = await client.uploads.from_folder(folder)
        batch = await client.batches.create(project_id=project.id, upload_ids=[upload.id])
        items = {item.file.filename: item.id async for item in client.items.list(batch_id=batch.id, limit=5)}
        assert list(items) == [f"{place:02}.png" for place in range(IMAGES)]
        await asyncio.gather(
            *(
                client.annotations.import_(
                    batch.id,
                    annotations=[
                        {"item_id": item_id, "annotator": annotator, "result": {"objects": [box(int(name[:2]))]}}
                        for name, item_id in items.items()
                    ],
                )
                for annotator in ("ann", "bob")
            )
        )
        certified = await client.batches.wait_for(batch.id, timeout=180)
        assert certified.certification_level is not None
        path = await client.downloads.to_file(batch.id, tmp_path / "coco.json", format="coco")
        labels = await client.load(batch.id)
        now = await client.load("Squares")
        with pytest.raises(ValueError, match="has no versions"):
            await client.load("Squares", version=1)
        with pytest.raises(LookupError, match="no project or batch 'Circles'"):
            await client.load("Circles")
        with pytest.raises(errors.NotFoundError):
            await client.load(batch.id, version=9)
        assert [export.id async for export in client.exports.list(project_id=project.id)] == []
        await fails(client, project.id, upload.id)

    coco = json.loads(path.read_text())
    assert [one["bbox"] for one in coco["annotations"]] == [list(box(n)["bbox"].values()) for n in range(IMAGES)]  # type: ignore[attr-defined]
    table = labels.to_arrow()
    assert [json.loads(text)["objects"][0]["bbox"]["x"] for text in table["result"].to_pylist()] == list(range(IMAGES))
    assert table["width"].to_pylist() == [SIDE] * IMAGES
    rows = labels.to_datasets()
    assert rows["filename"][:] == list(items)
    assert (len(labels), labels.version, labels.is_certified) == (IMAGES, 1, True)
    assert (len(now), now.version, now.is_certified) == (IMAGES, None, False)
    assert [record["result"] for record in now] == [record["result"] for record in labels.labeled()]


async def fails(client: AsyncAssay, project_id: str, upload_id: str) -> None:
    """A batch none of whose items can be labeled."""
    batch = await client.batches.create(project_id=project_id, upload_ids=[upload_id])
    await client.items.bulk(filter={"batch_id": batch.id}, action="exclude", reason="blank")
    with pytest.raises(BatchFailedError, match=batch.id):
        await client.batches.wait_for(batch.id, timeout=180)
    assert (await client.batches.wait_for(batch.id, "completed")).status == "failed"
